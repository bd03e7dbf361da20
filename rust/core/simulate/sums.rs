//! Groups of integers that add up: checked addition, and bytes.

/// Integers, arrays, lists and structs of them, added place by place.
pub(super) trait Sum: Sized {
    /// Adds the other; `None` when a sum does not fit, or lists differ in length.
    fn absorb(&mut self, other: &Self) -> Option<()>;
    /// Appends its bytes, little end first.
    fn write(&self, out: &mut Vec<u8>);
    /// Takes its bytes off the front; `None` when there are too few.
    fn read(bytes: &mut &[u8]) -> Option<Self>;
}

macro_rules! integer_sum {
    ($($integer:ty)+) => {$(
        impl Sum for $integer {
            #[inline]
            fn absorb(&mut self, other: &Self) -> Option<()> {
                *self = self.checked_add(*other)?;
                Some(())
            }

            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                let (own, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*own))
            }
        }
    )+};
}

integer_sum!(u64 u128 i128);

impl<T: Sum + Default + Copy, const N: usize> Sum for [T; N] {
    fn absorb(&mut self, other: &Self) -> Option<()> {
        self.iter_mut().zip(other).try_for_each(|(sum, value)| sum.absorb(value))
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|sum| sum.write(out));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut sums = [T::default(); N];
        for sum in &mut sums {
            *sum = T::read(bytes)?;
        }
        Some(sums)
    }
}

impl<T: Sum> Sum for Vec<T> {
    fn absorb(&mut self, other: &Self) -> Option<()> {
        if self.len() != other.len() {
            return None;
        }
        self.iter_mut().zip(other).try_for_each(|(sum, value)| sum.absorb(value))
    }

    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u64).write(out);
        self.iter().for_each(|sum| sum.write(out));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let len = u64::read(bytes)?;
        // Each takes a byte at least: a wrong length cannot ask for more memory than there are bytes.
        if len > bytes.len() as u64 {
            return None;
        }
        (0..len).map(|_| T::read(bytes)).collect()
    }
}

/// A struct of sums, each field with its documentation.
macro_rules! sums {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)+
        }

        impl Sum for $name {
            fn absorb(&mut self, other: &Self) -> Option<()> {
                $(self.$field.absorb(&other.$field)?;)+
                Some(())
            }

            fn write(&self, out: &mut Vec<u8>) {
                $(self.$field.write(out);)+
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                Some($name { $($field: Sum::read(bytes)?,)+ })
            }
        }
    };
}

pub(super) use sums;
