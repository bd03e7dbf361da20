//! Amounts of money in text: exact decimals, never floats.
//!
//! Inside, chips are whole numbers of a record's unit, a power of ten: `$1.33` with unit 0.01 is 133.

use std::fmt::Write;

/// Powers of ten that a unit may have.
const MAX_SCALE: u8 = 9;

/// A decimal number of at least 0: `mantissa` divided by 10 to the power of `scale`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// The digits.
    pub mantissa: u64,
    /// How many of them stand behind the decimal point.
    pub scale: u8,
}

impl Decimal {
    /// A whole number.
    pub const fn whole(mantissa: u64) -> Decimal {
        Decimal { mantissa, scale: 0 }
    }

    /// A number of a programming language: digits, one point, underscores between digits, an exponent.
    pub fn parse_plain(text: &str) -> Option<Decimal> {
        let text = text.strip_prefix('+').unwrap_or(text);
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if whole.is_empty() || number.ends_with('.') {
            return None;
        }
        let mut mantissa = 0u64;
        for digit in whole.bytes().chain(fraction.bytes()).filter(|&byte| byte != b'_') {
            mantissa =
                mantissa.checked_mul(10)?.checked_add(u64::from(digit.checked_sub(b'0').filter(|&d| d < 10)?))?;
        }
        let digits = fraction.bytes().filter(|&byte| byte != b'_').count();
        let scale = i32::try_from(digits).ok()?.checked_sub(exponent)?;
        Decimal { mantissa, scale: 0 }.shifted(scale)
    }

    /// Divided by 10 to the power of `scale`, which may be negative.
    fn shifted(mut self, mut scale: i32) -> Option<Decimal> {
        if self.mantissa == 0 {
            scale = scale.clamp(0, i32::from(MAX_SCALE));
        }
        while scale < 0 {
            self.mantissa = self.mantissa.checked_mul(10)?;
            scale += 1;
        }
        while scale > i32::from(MAX_SCALE) && self.mantissa.is_multiple_of(10) {
            self.mantissa /= 10;
            scale -= 1;
        }
        self.scale = u8::try_from(scale).ok().filter(|&scale| scale <= MAX_SCALE)?;
        Some(self)
    }

    /// A number as people write it: `1234.50`, `1,234.50`, `1.234,50`, `1 430`, `368,55`.
    ///
    /// The last of two kinds of separators is the decimal one. A lone comma is decimal unless three digits
    /// follow it and the number does not start with 0; a lone point is decimal always. Groups have three digits.
    pub fn parse_money(text: &str) -> Option<Decimal> {
        if let Some(number) = Decimal::parse_short(text.as_bytes()) {
            return Some(number);
        }
        let is_space = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\'');
        let last = text.rfind(['.', ',']);
        let decimal = last.filter(|&at| {
            let mark = &text[at..at + 1];
            let only = text.matches(['.', ',']).count() == 1;
            let mixed = text[..at].contains(if mark == "." { ',' } else { '.' });
            let behind = text.len() - at - 1;
            if only {
                mark == "." || behind != 3 || text.starts_with('0') || text[..at].contains(is_space)
            } else {
                mixed && text.matches(mark).count() == 1
            }
        });
        let (whole, fraction) = match decimal {
            Some(at) => (&text[..at], &text[at + 1..]),
            None => (text, ""),
        };
        if decimal.is_some() && fraction.is_empty() {
            return None;
        }
        let mut mantissa = 0u64;
        let mut push = |byte: char| -> Option<()> {
            let digit = byte.to_digit(10)?;
            mantissa = mantissa.checked_mul(10)?.checked_add(u64::from(digit))?;
            Some(())
        };
        let mut groups = whole.split(|c: char| matches!(c, '.' | ',') || is_space(c));
        let first = groups.next().filter(|group| !group.is_empty())?;
        first.chars().try_for_each(&mut push)?;
        for group in groups {
            if group.len() != 3 || first.len() > 3 {
                return None;
            }
            group.chars().try_for_each(&mut push)?;
        }
        fraction.chars().try_for_each(&mut push)?;
        Decimal { mantissa, scale: 0 }.shifted(i32::try_from(fraction.len()).ok()?)
    }

    /// Digits with at most one point and digits on both sides of it: nearly all amounts.
    fn parse_short(bytes: &[u8]) -> Option<Decimal> {
        if bytes.len() > 15 || !bytes.first()?.is_ascii_digit() || !bytes.last()?.is_ascii_digit() {
            return None;
        }
        let (mut mantissa, mut scale) = (0, 0);
        let mut behind = false;
        for &byte in bytes {
            match byte {
                b'0'..=b'9' => {
                    mantissa = 10 * mantissa + u64::from(byte - b'0');
                    scale += u8::from(behind);
                }
                b'.' if !behind => behind = true,
                _ => return None,
            }
        }
        (scale <= MAX_SCALE).then_some(Decimal { mantissa, scale })
    }

    /// The number of units of 10 to the power of -`scale`; `None` when it is not whole or too large.
    pub fn units(self, scale: u8) -> Option<u64> {
        let mut mantissa = self.mantissa;
        for _ in self.scale..scale {
            mantissa = mantissa.checked_mul(10)?;
        }
        for _ in scale..self.scale {
            if !mantissa.is_multiple_of(10) {
                return None;
            }
            mantissa /= 10;
        }
        Some(mantissa)
    }

    /// The scale without zeros at the end.
    pub fn least_scale(self) -> u8 {
        let (mut mantissa, mut scale) = (self.mantissa, self.scale);
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        scale
    }
}

/// Units as a decimal number: 133 with scale 2 is `1.33`.
pub fn decimal_text(units: u64, scale: u8) -> String {
    let mut text = String::new();
    push_decimal(&mut text, units, scale);
    text
}

/// Appends units as a decimal number.
pub fn push_decimal(text: &mut String, units: u64, scale: u8) {
    let one = 10u64.pow(u32::from(scale.min(MAX_SCALE)));
    let _ = write!(text, "{}", units / one);
    if scale > 0 {
        let _ = write!(text, ".{:0width$}", units % one, width = usize::from(scale));
    }
}

/// The text of a unit: `1`, `0.1`, `0.01`.
pub fn unit_text(scale: u8) -> String {
    decimal_text(1, scale)
}

/// The scale of a unit's text, when it is a power of ten of at most 1.
pub fn scale_of_unit(text: &str) -> Option<u8> {
    (0..=MAX_SCALE).find(|&scale| unit_text(scale) == text)
}

/// Signs of currencies and their codes.
const SIGNS: [(&str, &str); 5] = [("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("¥", "JPY"), ("₹", "INR")];

/// Splits a sign off the front or the end of an amount; the code of its currency.
pub fn split_sign(text: &str) -> (Option<&'static str>, &str) {
    if text.is_ascii() && !text.starts_with('$') && !text.ends_with('$') {
        return (None, text);
    }
    for (sign, code) in SIGNS {
        if let Some(rest) = text.strip_prefix(sign) {
            return (Some(code), rest.trim_start());
        }
        if let Some(rest) = text.strip_suffix(sign) {
            return (Some(code), rest.trim_end());
        }
    }
    (None, text)
}

/// The sign of a currency's code.
pub fn sign_of(code: &str) -> Option<&'static str> {
    SIGNS.iter().find(|(_, other)| *other == code).map(|&(sign, _)| sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Option<(u64, u8)> {
        Decimal::parse_money(split_sign(text).1).map(|number| (number.mantissa, number.scale))
    }

    #[test]
    fn money_as_people_write_it() {
        for (text, mantissa, scale) in [
            ("1 430", 1430, 0),
            ("368,55", 36855, 2),
            ("$1,234.56", 123_456, 2),
            ("1.234,56 €", 123_456, 2),
            ("1\u{202f}430,5", 14305, 1),
            ("0.04", 4, 2),
            ("0,125", 125, 3),
            ("1,060", 1060, 0),
            ("1,234,567", 1_234_567, 0),
            ("1.234.567", 1_234_567, 0),
            ("€2", 2, 0),
            ("12", 12, 0),
            ("7'250.00", 725_000, 2),
        ] {
            assert_eq!(money(text), Some((mantissa, scale)), "{text}");
        }
        for text in
            ["", "$", "1,23,456", "1.2.3", "x", "1.", "-5", "1,2345,678.0", "1 43", "1,234,56", "99999999999999999999"]
        {
            assert_eq!(money(text), None, "{text}");
        }
    }

    #[test]
    fn plain_numbers() {
        let plain = |text| Decimal::parse_plain(text).map(|number| (number.mantissa, number.scale));
        assert_eq!(plain("1_000.50"), Some((100_050, 2)));
        assert_eq!(plain("1e3"), Some((1000, 0)));
        assert_eq!(plain("15e-1"), Some((15, 1)));
        assert_eq!(plain("+7"), Some((7, 0)));
        for text in ["", "1.", ".5", "inf", "nan", "-1", "1e400", "1e-400", "1,5", "1e99999999999"] {
            assert_eq!(plain(text), None, "{text}");
        }
    }

    #[test]
    fn units_are_exact() {
        let number = Decimal { mantissa: 133, scale: 2 };
        assert_eq!((number.units(2), number.units(3), number.units(1)), (Some(133), Some(1330), None));
        assert_eq!(Decimal { mantissa: 130, scale: 2 }.units(1), Some(13));
        assert_eq!(Decimal { mantissa: 100, scale: 2 }.least_scale(), 0);
        assert_eq!(decimal_text(5, 2), "0.05");
        assert_eq!(decimal_text(1234, 0), "1234");
        assert_eq!((scale_of_unit("0.01"), scale_of_unit("1"), scale_of_unit("5")), (Some(2), Some(0), None));
    }
}
