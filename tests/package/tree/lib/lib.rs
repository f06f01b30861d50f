//! Größen.

pub struct Größe(u32);

impl Größe {
    pub fn verdoppelt(&self) -> u32 {
        doppelt(self.0)
    }
}

fn doppelt(x: u32) -> u32 {
    x * 2
}
