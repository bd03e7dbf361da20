//! NumPy arrays as an Arrow stream, by the Arrow C data and C stream interfaces, without a copy and without pyarrow.
//!
//! The layouts of the structs and the rules of ownership are those of
//! <https://arrow.apache.org/docs/format/CDataInterface.html>.

use std::collections::BTreeMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::arrays;

#[repr(C)]
struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

// SAFETY: the private data are a `Stream`, which is Send; the interface lets one thread at a time use it.
unsafe impl Send for ArrowArrayStream {}

impl Drop for ArrowArrayStream {
    fn drop(&mut self) {
        // A consumer that has moved the stream out has set `release` to null.
        if let Some(release) = self.release {
            // SAFETY: a stream that has not been released.
            unsafe { release(self) };
        }
    }
}

/// A column: its name, the format of its numbers, and the sizes of the fixed-size lists that they are in.
#[derive(Clone, Debug)]
struct Field {
    name: String,
    format: Format,
    sizes: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Int64,
    Utf8,
}

impl Format {
    fn of(name: &str) -> PyResult<Format> {
        Ok(match name {
            "uint8" => Format::UInt8,
            "uint16" => Format::UInt16,
            "uint32" => Format::UInt32,
            "uint64" => Format::UInt64,
            "int64" => Format::Int64,
            "utf8" => Format::Utf8,
            _ => return Err(PyValueError::new_err(format!("format {name:?}: not one that is exported"))),
        })
    }

    const fn letter(self) -> &'static str {
        match self {
            Format::UInt8 => "C",
            Format::UInt16 => "S",
            Format::UInt32 => "I",
            Format::UInt64 => "L",
            Format::Int64 => "l",
            Format::Utf8 => "u",
        }
    }
}

/// Memory of a NumPy array, which is kept for as long as somebody reads it.
struct Memory {
    address: *const c_void,
    _array: Py<PyAny>,
}

// SAFETY: the memory is read only, and `Py` can be dropped on any thread.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

/// Rows of all columns: for each its numbers, for text its offsets before them.
struct Batch {
    rows: usize,
    columns: Vec<Vec<Memory>>,
}

/// What a stream still has to give.
struct Stream {
    fields: Vec<Field>,
    metadata: Vec<u8>,
    batches: std::vec::IntoIter<Arc<Batch>>,
}

struct SchemaParts {
    _format: CString,
    _name: CString,
    _metadata: Vec<u8>,
    children: Vec<*mut ArrowSchema>,
}

struct ArrayParts {
    _batch: Arc<Batch>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
}

fn schema(format: &str, name: &str, metadata: Vec<u8>, children: Vec<ArrowSchema>) -> ArrowSchema {
    let text = |text: &str| CString::new(text).unwrap_or_default();
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let mut parts = Box::new(SchemaParts { _format: text(format), _name: text(name), _metadata: metadata, children });
    ArrowSchema {
        format: parts._format.as_ptr(),
        name: parts._name.as_ptr(),
        metadata: if parts._metadata.is_empty() { null() } else { parts._metadata.as_ptr().cast() },
        flags: 0, // no nulls
        n_children: parts.children.len() as i64,
        children: parts.children.as_mut_ptr(),
        dictionary: null_mut(),
        release: Some(release_schema),
        private_data: Box::into_raw(parts).cast(),
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: called once, by the interface's rules, on a struct that `schema` has filled in.
    unsafe {
        let parts = Box::from_raw((*schema).private_data.cast::<SchemaParts>());
        for &child in &parts.children {
            let mut child = Box::from_raw(child);
            if let Some(release) = child.release {
                release(&raw mut *child);
            }
        }
        (*schema).release = None;
    }
}

fn array(batch: &Arc<Batch>, rows: usize, buffers: Vec<*const c_void>, children: Vec<ArrowArray>) -> ArrowArray {
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let mut parts = Box::new(ArrayParts { _batch: batch.clone(), buffers, children });
    ArrowArray {
        length: rows as i64,
        null_count: 0,
        offset: 0,
        n_buffers: parts.buffers.len() as i64,
        n_children: parts.children.len() as i64,
        buffers: parts.buffers.as_mut_ptr(),
        children: parts.children.as_mut_ptr(),
        dictionary: null_mut(),
        release: Some(release_array),
        private_data: Box::into_raw(parts).cast(),
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: called once, by the interface's rules, on a struct that `array` has filled in. A child that the consumer has
    // moved out has no release any more.
    unsafe {
        let parts = Box::from_raw((*array).private_data.cast::<ArrayParts>());
        for &child in &parts.children {
            let mut child = Box::from_raw(child);
            if let Some(release) = child.release {
                release(&raw mut *child);
            }
        }
        (*array).release = None;
    }
}

impl Stream {
    fn schema(&self) -> ArrowSchema {
        let field = |field: &Field| match field.sizes.split_first() {
            None => schema(field.format.letter(), &field.name, Vec::new(), Vec::new()),
            Some((&size, inner)) => {
                let item = inner
                    .iter()
                    .rev()
                    .fold(schema(field.format.letter(), "item", Vec::new(), Vec::new()), |item, size| {
                        schema(&format!("+w:{size}"), "item", Vec::new(), vec![item])
                    });
                schema(&format!("+w:{size}"), &field.name, Vec::new(), vec![item])
            }
        };
        schema("+s", "", self.metadata.clone(), self.fields.iter().map(field).collect())
    }

    fn array(&self, batch: &Arc<Batch>) -> ArrowArray {
        let column = |(field, memory): (&Field, &Vec<Memory>)| {
            let no_nulls = null::<c_void>();
            let buffers = std::iter::once(no_nulls).chain(memory.iter().map(|part| part.address)).collect();
            let rows = |depth: usize| batch.rows * field.sizes[..depth].iter().product::<usize>();
            let numbers = array(batch, rows(field.sizes.len()), buffers, Vec::new());
            (0..field.sizes.len())
                .rev()
                .fold(numbers, |item, depth| array(batch, rows(depth), vec![no_nulls], vec![item]))
        };
        let columns = self.fields.iter().zip(&batch.columns).map(column).collect();
        array(batch, batch.rows, vec![null()], columns)
    }
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: a stream of `arrow_stream` that has not been released; `out` is the caller's, without content.
    unsafe { out.write((*(*stream).private_data.cast::<Stream>()).schema()) };
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: as for `get_schema`. The end of the stream is an array without release.
    unsafe {
        let rest = &mut *(*stream).private_data.cast::<Stream>();
        match rest.batches.next() {
            Some(batch) => out.write(rest.array(&batch)),
            None => (*out).release = None,
        }
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    null() // nothing here fails
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: called once on a stream of `arrow_stream`.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Stream>()));
        (*stream).release = None;
    }
}

/// The memory of an array that has to be contiguous and to have `count` elements; `None`: any number.
fn memory<T: Element>(array: &Bound<'_, PyAny>, count: Option<usize>) -> PyResult<(Memory, usize)> {
    arrays::ready(array.py())?;
    let array = array.cast::<PyArrayDyn<T>>()?;
    if !array.is_c_contiguous() || count.is_some_and(|count| count != array.len()) {
        return Err(PyValueError::new_err("arrow: expected contiguous arrays as long as the rows"));
    }
    Ok((Memory { address: array.data().cast_const().cast(), _array: array.clone().into_any().unbind() }, array.len()))
}

fn column(field: &Field, rows: usize, arrays: &Bound<'_, PyAny>) -> PyResult<Vec<Memory>> {
    let count = Some(rows * field.sizes.iter().product::<usize>());
    let numbers = match field.format {
        Format::UInt8 => memory::<u8>(arrays, count)?.0,
        Format::UInt16 => memory::<u16>(arrays, count)?.0,
        Format::UInt32 => memory::<u32>(arrays, count)?.0,
        Format::UInt64 => memory::<u64>(arrays, count)?.0,
        Format::Int64 => memory::<i64>(arrays, count)?.0,
        Format::Utf8 => {
            let (offsets, data): (Bound<'_, PyAny>, Bound<'_, PyAny>) = arrays.extract()?;
            let ((text, len), (places, _)) = (memory::<u8>(&data, None)?, memory::<i32>(&offsets, Some(rows + 1))?);
            let ends = offsets.cast::<PyArrayDyn<i32>>()?.to_vec()?;
            let ordered =
                ends.is_sorted() && ends.first() == Some(&0) && ends.last().is_some_and(|&end| end as usize == len);
            if !ordered {
                return Err(PyValueError::new_err("arrow: offsets that do not fit the text"));
            }
            return Ok(vec![places, text]);
        }
    };
    Ok(vec![numbers])
}

/// Key and value pairs as the interface wants them: numbers and lengths as 32-bit integers of the machine.
fn encoded(metadata: &BTreeMap<String, String>) -> Vec<u8> {
    let number = |number: usize| (number as i32).to_ne_bytes();
    let mut bytes = number(metadata.len()).to_vec();
    for text in metadata.iter().flat_map(|(key, value)| [key, value]) {
        bytes.extend(number(text.len()));
        bytes.extend(text.as_bytes());
    }
    bytes
}

/// A capsule ``arrow_array_stream`` of record batches. `fields` are names, formats and sizes of fixed-size lists; a batch
/// is its number of rows and an array for each field, of text a pair of offsets and bytes.
#[pyfunction]
fn arrow_stream<'py>(
    py: Python<'py>,
    fields: Vec<(String, String, Vec<usize>)>,
    metadata: BTreeMap<String, String>,
    batches: Vec<(usize, Vec<Bound<'py, PyAny>>)>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let fields = fields
        .into_iter()
        .map(|(name, format, sizes)| Ok(Field { name, format: Format::of(&format)?, sizes }))
        .collect::<PyResult<Vec<_>>>()?;
    let batch = |(rows, arrays): &(usize, Vec<Bound<'_, PyAny>>)| {
        let columns = fields.iter().zip(arrays).map(|(field, arrays)| column(field, *rows, arrays));
        let columns = columns.collect::<PyResult<Vec<_>>>()?;
        if columns.len() != fields.len() {
            return Err(PyValueError::new_err("arrow: expected an array for each field"));
        }
        Ok(Arc::new(Batch { rows: *rows, columns }))
    };
    let batches = batches.iter().map(batch).collect::<PyResult<Vec<_>>>()?.into_iter();
    let stream = Box::new(Stream { fields, metadata: encoded(&metadata), batches });
    let stream = ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(stream).cast(),
    };
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(arrow_stream, m)?)
}
