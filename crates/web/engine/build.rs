//! Sets the stack of the WebAssembly module.

/// The search goes as deep as the largest board has fruits; its frames are small, but the
/// linker's default of one megabyte leaves no room to spare.
const STACK_BYTES: usize = 8 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK_BYTES}");
    }
}
