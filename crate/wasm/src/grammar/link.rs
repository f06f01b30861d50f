//! Places a side module in this module's memory and table, gives it what it imports, and starts it.
#![expect(
    unsafe_code,
    reason = "memory for code that is linked at run time, and the language it hands back"
)]

use std::alloc::{Layout, alloc_zeroed, dealloc};

use js_sys::WebAssembly::{Global, Instance, Memory, Module, Table};
use js_sys::{Array, ArrayBuffer, Function, JsString, Object, Reflect, Uint8Array};
use tree_sitter::{LANGUAGE_VERSION, Language, MIN_COMPATIBLE_LANGUAGE_VERSION, ffi::TSLanguage};
use wasm_bindgen::prelude::*;

use super::dylink::{self, Needs};
use super::{GrammarError, libc, scanner};

/// Links the compiled grammar `module` and returns its language `name`, as in the symbol `tree_sitter_<name>`.
///
/// The language lives as long as the engine's instance: link each grammar once.
///
/// # Errors
/// When the module is no grammar, does not fit this engine, or does not fit `name`: see [`GrammarError`].
pub fn link(module: &Module, name: &str) -> Result<Language, GrammarError> {
    let needs = needs(module)?;
    let exports = exports(module);
    let symbol = symbol(&exports, name)?;
    let imports = imports(module, &exports)?;

    let table: Table = wasm_bindgen::function_table().unchecked_into();
    let block = Block::allocate(needs)?;
    let slots = grow(&table, needs)?;
    let (environment, offsets) = provide(&imports, &table, &block, slots)?;
    let instance = Instance::new(module, &environment).map_err(instantiate)?;
    let exported = instance.exports();
    offsets.resolve(&exported, &table, &block)?;
    for start in [
        "__wasm_apply_data_relocs",
        "__wasm_call_ctors",
        "__post_instantiate",
    ] {
        if let Some(start) = function(&exported, start) {
            start.call0(&JsValue::UNDEFINED).map_err(instantiate)?;
        }
    }
    let make =
        function(&exported, &symbol).ok_or_else(|| refuse("its language symbol is no function"))?;
    let address = make.call0(&JsValue::UNDEFINED).map_err(instantiate)?;
    let language = block.language(&address)?;
    std::mem::forget(block);
    Ok(language)
}

/// Takes `source` as a module, compiling it if it is bytes.
///
/// # Errors
/// When it is neither a module nor WebAssembly, or when this host refuses to compile.
pub fn module(source: &JsValue) -> Result<Module, GrammarError> {
    // By its tag and not by `instanceof`, which fails for an object of another realm.
    let tag = tag(source);
    if tag == "[object WebAssembly.Module]" {
        return Ok(source.clone().unchecked_into());
    }
    if tag != "[object ArrayBuffer]" && !ArrayBuffer::is_view(source) {
        return Err(GrammarError::NotWasm);
    }
    let bytes = Uint8Array::new(source);
    if bytes.subarray(0, 4).to_vec() != *b"\0asm" {
        return Err(GrammarError::NotWasm);
    }
    Module::new(&bytes).map_err(|error| GrammarError::Compile(message(&error)))
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["Object", "prototype", "toString"], js_name = call)]
    fn tag(value: &JsValue) -> String;
}

/// One thing the module imports or exports.
struct Item {
    module: String,
    name: String,
    kind: String,
}

fn items(list: &Array) -> Vec<Item> {
    let text = |item: &JsValue, key: &str| get(item, key).as_string().unwrap_or_default();
    list.iter()
        .map(|item| Item {
            module: text(&item, "module"),
            name: text(&item, "name"),
            kind: text(&item, "kind"),
        })
        .collect()
}

fn exports(module: &Module) -> Vec<Item> {
    items(&Module::exports(module))
}

fn needs(module: &Module) -> Result<Needs, GrammarError> {
    let section = |name| {
        let sections = Module::custom_sections(module, name);
        (sections.length() > 0).then(|| Uint8Array::new(&sections.get(0)).to_vec())
    };
    if let Some(content) = section("dylink.0") {
        return dylink::parse(&content);
    }
    let content = section("dylink").ok_or(GrammarError::NotSideModule)?;
    dylink::parse_legacy(&content)
}

fn symbol(exports: &[Item], name: &str) -> Result<String, GrammarError> {
    let wanted = format!("tree_sitter_{name}");
    let mut found = exports
        .iter()
        .filter(|e| {
            e.kind == "function"
                && e.name.starts_with("tree_sitter_")
                && !e.name.contains("_external_scanner_")
        })
        .map(|e| e.name.clone())
        .collect::<Vec<_>>();
    if found.contains(&wanted) {
        return Ok(wanted);
    }
    found.sort();
    Err(GrammarError::WrongSymbol { wanted, found })
}

/// What an import is filled with.
enum Fill {
    Memory,
    Table,
    StackPointer,
    MemoryBase,
    TableBase,
    /// A C function, by its slot in our table.
    Function(u32),
    /// A global that tells the slot or address of something in our module.
    Host(u32),
    /// The same for something that the grammar itself exports, known once it is instantiated.
    Own,
}

/// Decides what each import is filled with, before anything is allocated.
fn imports(module: &Module, exports: &[Item]) -> Result<Vec<(Item, Fill)>, GrammarError> {
    let own = |item: &Item| {
        exports
            .iter()
            .any(|e| e.name == item.name)
            .then_some(Fill::Own)
    };
    let fill = |item: &Item| match (item.module.as_str(), item.name.as_str(), item.kind.as_str()) {
        ("env", "memory", "memory") => Some(Fill::Memory),
        ("env", "__indirect_function_table", "table") => Some(Fill::Table),
        ("env", "__stack_pointer", "global") => Some(Fill::StackPointer),
        ("env", "__memory_base", "global") => Some(Fill::MemoryBase),
        ("env", "__table_base", "global") => Some(Fill::TableBase),
        ("env", name, "function") => libc::function(name).map(Fill::Function),
        ("GOT.func", name, "global") => own(item).or_else(|| libc::function(name).map(Fill::Host)),
        ("GOT.mem", name, "global") => own(item).or_else(|| libc::variable(name).map(Fill::Host)),
        _ => None,
    };
    items(&Module::imports(module))
        .into_iter()
        .map(|item| match fill(&item) {
            Some(fill) => Ok((item, fill)),
            None => Err(GrammarError::MissingImport {
                module: item.module,
                name: item.name,
            }),
        })
        .collect()
}

/// Globals that wait for the grammar's own exports.
struct Offsets(Vec<(String, Global)>);

fn provide(
    imports: &[(Item, Fill)],
    table: &Table,
    block: &Block,
    slots: u32,
) -> Result<(Object, Offsets), GrammarError> {
    let environment = Object::new();
    let mut offsets = Vec::new();
    for (item, fill) in imports {
        let value = match fill {
            Fill::Memory => wasm_bindgen::memory().unchecked_into::<Memory>().into(),
            Fill::Table => table.clone().into(),
            Fill::StackPointer => get(&wasm_bindgen::exports(), "__stack_pointer"),
            Fill::MemoryBase => global(block.address(), false)?.into(),
            Fill::TableBase => global(slots, false)?.into(),
            Fill::Function(slot) => table.get(*slot).map_err(instantiate)?.into(),
            Fill::Host(value) => global(*value, true)?.into(),
            Fill::Own => {
                let global = global(0, true)?;
                offsets.push((item.name.clone(), global.clone()));
                global.into()
            }
        };
        let mut space = get(&environment, &item.module);
        if space.is_undefined() {
            space = Object::new().into();
            set(&environment, &item.module, &space);
        }
        set(&space, &item.name, &value);
    }
    Ok((environment, Offsets(offsets)))
}

impl Offsets {
    fn resolve(self, exported: &Object, table: &Table, block: &Block) -> Result<(), GrammarError> {
        for (name, global) in self.0 {
            let export = get(exported, &name);
            let value = match export.dyn_ref::<Function>() {
                Some(function) => {
                    let slot = table.grow(1).map_err(instantiate)?;
                    table.set(slot, function).map_err(instantiate)?;
                    slot
                }
                // An exported variable tells its place from the memory base on.
                None => block
                    .address()
                    .wrapping_add(number(&get(&export, "value")).unwrap_or(0)),
            };
            global.set_value(&value.into());
        }
        Ok(())
    }
}

/// The grammar's linear memory; given back when linking fails.
struct Block {
    start: *mut u8,
    layout: Layout,
}

impl Block {
    fn allocate(needs: Needs) -> Result<Self, GrammarError> {
        let layout = Layout::from_size_align(
            needs.memory_size.max(1) as usize,
            needs.memory_align as usize,
        )
        .map_err(|_| refuse("its memory cannot be laid out"))?;
        // SAFETY: the layout has at least one byte.
        let start = unsafe { alloc_zeroed(layout) };
        if start.is_null() {
            return Err(refuse("there is not enough memory for it"));
        }
        Ok(Self { start, layout })
    }

    fn address(&self) -> u32 {
        self.start as u32
    }

    /// The language at `address`, which must lie in this block.
    fn language(&self, address: &JsValue) -> Result<Language, GrammarError> {
        let inside = |address: u32| {
            let offset = address
                .checked_sub(self.address())
                .map(|offset| offset as usize);
            offset.is_some_and(|offset| offset + LANGUAGE_SIZE <= self.layout.size())
        };
        let address = number(address)
            .filter(|&address| address % 4 == 0 && inside(address))
            .ok_or_else(|| refuse("its language symbol does not return a language"))?;
        // SAFETY: inside the block, aligned, and every ABI begins with its number.
        let abi = unsafe { *(address as *const u32) } as usize;
        let (oldest, newest) = (MIN_COMPATIBLE_LANGUAGE_VERSION, LANGUAGE_VERSION);
        if !(oldest..=newest).contains(&abi) {
            return Err(GrammarError::Abi {
                abi,
                oldest,
                newest,
            });
        }
        // SAFETY: in memory of this grammar's own, which is never given back once it is linked.
        unsafe { scanner::guard(address)? };
        // SAFETY: a language of an ABI that tree-sitter reads, in memory that is never given back.
        Ok(unsafe { Language::from_raw(address as *const TSLanguage) })
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout; a grammar that failed to link has handed nothing out.
        unsafe { dealloc(self.start, self.layout) }
    }
}

/// The fields that every ABI's language has; a shorter one is none.
const LANGUAGE_SIZE: usize = 128;

/// Appends the slots that the grammar needs to the table, and returns the first.
fn grow(table: &Table, needs: Needs) -> Result<u32, GrammarError> {
    let first = table.length().next_multiple_of(needs.table_align);
    table
        .grow(first - table.length() + needs.table_size)
        .map_err(instantiate)?;
    Ok(first)
}

fn global(value: u32, mutable: bool) -> Result<Global, GrammarError> {
    let description = Object::new();
    set(&description, "value", &JsString::from("i32").into());
    set(&description, "mutable", &mutable.into());
    Global::new(&description, &value.into()).map_err(instantiate)
}

fn function(object: &Object, name: &str) -> Option<Function> {
    get(object, name).dyn_into().ok()
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or_default()
}

fn set(object: &JsValue, key: &str, value: &JsValue) {
    // Fails for frozen objects and proxies only; these are our own.
    let _ = Reflect::set(object, &key.into(), value);
}

/// JavaScript shows an i32 as signed; addresses and slots are unsigned.
fn number(value: &JsValue) -> Option<u32> {
    value.as_f64().map(|number| number as i64 as u32)
}

pub fn refuse(message: &str) -> GrammarError {
    GrammarError::Instantiate(message.to_owned())
}

fn instantiate(error: JsValue) -> GrammarError {
    GrammarError::Instantiate(message(&error))
}

fn message(error: &JsValue) -> String {
    get(error, "message")
        .as_string()
        .unwrap_or_else(|| format!("{error:?}"))
}
