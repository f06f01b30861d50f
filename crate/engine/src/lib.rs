//! The Waymark engine.
