//! Arrays of Python as slices.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A buffer that is contiguous in C order, to be read.
pub struct Input<T: Element>(PyBuffer<T>);

/// A buffer that is contiguous in C order, to be written by nobody else for the time of a call.
pub struct Output<T: Element>(PyBuffer<T>);

fn contiguous<T: Element>(array: &Bound<'_, PyAny>, name: &str) -> PyResult<PyBuffer<T>> {
    let buffer = PyBuffer::<T>::get(array)?;
    if buffer.is_c_contiguous() {
        Ok(buffer)
    } else {
        Err(PyValueError::new_err(format!("{name}: expected an array that is contiguous in C order")))
    }
}

impl<T: Element> Input<T> {
    pub fn new(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        contiguous(array, name).map(Input)
    }

    /// The elements. Another thread may change them meanwhile, by Python's rules its own fault: whatever values the core
    /// finds, and if it finds others the second time, it touches no other memory and does not panic.
    pub fn elements(&self) -> &[T] {
        if self.0.item_count() == 0 {
            return &[];
        }
        // SAFETY: the exporter keeps `item_count` elements at this address, aligned (PyBuffer checks the format and the
        // alignment), until the buffer is released, which the borrow outlives not.
        unsafe { std::slice::from_raw_parts(self.0.buf_ptr().cast_const().cast(), self.0.item_count()) }
    }
}

/// Action codes, a copy of an array of uint8 or int64: others may write to the array meanwhile.
pub enum Codes {
    Bytes(Vec<u8>),
    Wide(Vec<i64>),
}

impl Codes {
    pub fn of(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        if let Ok(codes) = Input::<u8>::new(array, name) {
            return Ok(Codes::Bytes(codes.elements().to_vec()));
        }
        Ok(Codes::Wide(Input::<i64>::new(array, name)?.elements().to_vec()))
    }

    pub fn wide(self) -> Vec<i64> {
        match self {
            Codes::Bytes(codes) => codes.into_iter().map(i64::from).collect(),
            Codes::Wide(codes) => codes,
        }
    }
}

impl<T: Element> Output<T> {
    pub fn new(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let buffer = contiguous(array, name)?;
        if buffer.readonly() {
            return Err(PyValueError::new_err(format!("{name}: the array cannot be written to")));
        }
        Ok(Output(buffer))
    }

    pub fn elements(&mut self) -> &mut [T] {
        if self.0.item_count() == 0 {
            return &mut [];
        }
        // SAFETY: as for Input; the buffer is writable, and the Python side hands over only arrays that it has made or
        // that share no memory with the input.
        unsafe { std::slice::from_raw_parts_mut(self.0.buf_ptr().cast(), self.0.item_count()) }
    }
}
