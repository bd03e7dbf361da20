mod anonymise;
mod phh;
mod pokerstars;
mod simulated;
mod sites;
