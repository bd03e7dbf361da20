//! Dates of hands.

/// Whether a text starts like `2009/11/26 `.
pub(super) fn starts_with_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 8
        && bytes[..4].iter().all(u8::is_ascii_digit)
        && matches!(bytes[4], b'/' | b'-')
        && bytes[5].is_ascii_digit()
}

/// Day, month, year, time and time zone of `2009/07/16 2:36:31 CET [2009/07/15 20:36:31 ET]`, in PHH's names; nothing
/// of a text that is no such date.
pub(super) fn fields(text: &str) -> Vec<(&'static str, String)> {
    let text = text.split(" [").next().unwrap_or(text);
    let mut words = text.split_whitespace();
    let (date, time, zone) = (words.next(), words.next(), words.next());
    let mut fields = Vec::new();
    let numbers = |text: Option<&str>, mark: &[char]| -> Option<[u32; 3]> {
        let mut parts = text?.split(mark).map(|part| part.parse::<u32>().ok());
        let three = [parts.next()??, parts.next()??, parts.next()??];
        parts.next().is_none().then_some(three)
    };
    if let Some([year, month, day]) = numbers(date, &['/', '-'])
        && (1_000..=9_999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
    {
        fields.extend([("year", year.to_string()), ("month", month.to_string()), ("day", day.to_string())]);
        if let Some([hour, minute, second]) = numbers(time, &[':'])
            && hour < 24
            && minute < 60
            && second < 60
        {
            fields.push(("time", format!("{hour:02}:{minute:02}:{second:02}")));
            if let Some(zone) = zone {
                fields.push(("time_zone", zone.to_owned()));
            }
        }
    }
    fields
}
