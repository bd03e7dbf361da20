mod anonymise;
mod mutations;
mod phh;
mod pokerstars;
mod simulated;
mod sites;
