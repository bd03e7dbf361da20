mod anonymise;
mod files;
mod mutations;
mod phh;
mod pokerstars;
mod simulated;
mod sites;
