mod phh;
