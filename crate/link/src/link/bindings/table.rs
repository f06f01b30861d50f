//! The ways in which one language calls functions of another, as data.

/// How the using side says that a name is one of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// The file imports one of these modules, and the use has a receiver.
    Library(&'static [&'static str]),
    /// The name, or what it is a member of, is imported from a module that is no
    /// file of the tree: one that the other side names, one by the name of a folder
    /// around it, or one of these.
    Module(&'static [&'static str]),
    /// A method without a body that says this word in its declaration.
    Declared(&'static str),
}

/// How the other side offers a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// By its name, where it is not private to its file.
    Named,
    /// By one of these attributes, under its name or the one that is given in the
    /// attribute's arguments after one of the words of [`Binding::renames`].
    Marked(&'static [&'static str]),
    /// By a call that begins so, with the name as a string before the function.
    Registered(&'static [&'static str]),
    /// By a name that is made of those of the package, the class and the method
    /// (JNI, "Resolving Native Method Names").
    Mangled,
}

/// One way.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Languages that use.
    pub from: &'static [&'static str],
    /// Languages that offer.
    pub to: &'static [&'static str],
    /// How a use is told.
    pub through: Through,
    /// How an offer is told.
    pub offer: Offer,
    /// Words of an attribute's arguments that another name follows.
    pub renames: &'static [&'static str],
    /// What names the module on the offering side: an attribute of a function, or
    /// a macro that takes the name first.
    pub module: &'static str,
    /// Whether names in snake case are used in camel case.
    pub camel: bool,
}

const ECMA: &[&str] = &["javascript", "typescript", "tsx", "vue", "svelte", "html"];
const C: &[&str] = &["c", "cpp"];

const NONE: Binding = Binding {
    from: &[],
    to: &[],
    through: Through::Module(&[]),
    offer: Offer::Named,
    renames: &[],
    module: "",
    camel: false,
};

/// Every way.
pub const BINDINGS: &[Binding] = &[
    // jni
    Binding {
        from: &["java", "kotlin"],
        to: &["c", "cpp", "rust"],
        through: Through::Declared("native"),
        offer: Offer::Mangled,
        ..NONE
    },
    // jni
    Binding {
        from: &["kotlin"],
        to: &["c", "cpp", "rust"],
        through: Through::Declared("external"),
        offer: Offer::Mangled,
        ..NONE
    },
    // ctypes
    Binding {
        from: &["python"],
        to: &["c", "cpp", "rust"],
        through: Through::Library(&["ctypes", "cffi"]),
        ..NONE
    },
    // cgo
    Binding {
        from: &["go"],
        to: C,
        through: Through::Library(&["C"]),
        ..NONE
    },
    // pybind11
    Binding {
        from: &["python"],
        to: &["cpp"],
        offer: Offer::Registered(&[".def("]),
        module: "PYBIND11_MODULE",
        ..NONE
    },
    // pyo3
    Binding {
        from: &["python"],
        to: &["rust"],
        offer: Offer::Marked(&["pyfunction", "pyclass"]),
        renames: &["name"],
        module: "pymodule",
        ..NONE
    },
    // napi-rs
    Binding {
        from: ECMA,
        to: &["rust"],
        through: Through::Module(&["."]),
        offer: Offer::Marked(&["napi"]),
        renames: &["js_name"],
        camel: true,
        ..NONE
    },
    // n-api
    Binding {
        from: ECMA,
        to: C,
        through: Through::Module(&[".", "bindings", "node-gyp-build"]),
        offer: Offer::Registered(&[
            "napi_create_function(",
            "exports.Set(",
            "InstanceMethod(",
            "DECLARE_NAPI_PROPERTY(",
        ]),
        ..NONE
    },
    // wasm-bindgen
    Binding {
        from: ECMA,
        to: &["rust"],
        through: Through::Module(&["."]),
        offer: Offer::Marked(&["wasm_bindgen"]),
        renames: &["js_name"],
        ..NONE
    },
];
