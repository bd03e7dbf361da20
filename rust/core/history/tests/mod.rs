mod phh;
mod pokerstars;
mod simulated;
