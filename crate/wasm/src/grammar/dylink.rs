//! Reads the custom section that tells what a side module needs: `dylink.0`, or `dylink` as written before 2022.
//!
//! The section comes from a file that anybody can have made: every length is checked and every demand capped.

use super::GrammarError;

/// What a side module needs of its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Needs {
    /// Bytes of linear memory.
    pub(super) memory_size: u32,
    /// Their alignment in bytes, a power of two.
    pub(super) memory_align: u32,
    /// Slots of the function table.
    pub(super) table_size: u32,
    /// Their alignment in slots, a power of two.
    pub(super) table_align: u32,
}

/// The largest grammar known needs 25 MB; beyond this a file is damaged or hostile.
const MEMORY_LIMIT: u32 = 256 << 20;
const TABLE_LIMIT: u32 = 1 << 20;
const ALIGN_LIMIT: u32 = 16;

const MEM_INFO: u8 = 1;
const NEEDED: u8 = 2;

/// Reads the content of a `dylink.0` section: subsections, each with a kind and a length.
pub(super) fn parse(section: &[u8]) -> Result<Needs, GrammarError> {
    let mut reader = Reader(section);
    let mut needs = None;
    while !reader.0.is_empty() {
        let kind = reader.byte()?;
        let length = reader.number()?;
        let mut content = Reader(reader.take(length)?);
        match kind {
            MEM_INFO if needs.is_some() => {
                return Err(GrammarError::Malformed("it tells its memory twice"));
            }
            MEM_INFO => needs = Some(content.needs()?),
            NEEDED => content.no_libraries()?,
            _ => {}
        }
    }
    needs.ok_or(GrammarError::Malformed(
        "it does not tell the memory needed",
    ))
}

/// Reads the content of a legacy `dylink` section: the same numbers, without subsections.
pub(super) fn parse_legacy(section: &[u8]) -> Result<Needs, GrammarError> {
    let mut reader = Reader(section);
    let needs = reader.needs()?;
    if !reader.0.is_empty() {
        reader.no_libraries()?;
    }
    Ok(needs)
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn needs(&mut self) -> Result<Needs, GrammarError> {
        let (memory_size, memory_align) = (self.number()?, self.alignment()?);
        let (table_size, table_align) = (self.number()?, self.alignment()?);
        if memory_size > MEMORY_LIMIT || table_size > TABLE_LIMIT {
            return Err(GrammarError::Malformed(
                "it asks for more memory than any grammar needs",
            ));
        }
        Ok(Needs {
            memory_size,
            memory_align,
            table_size,
            table_align,
        })
    }

    fn no_libraries(&mut self) -> Result<(), GrammarError> {
        match self.number()? {
            0 => Ok(()),
            _ => Err(GrammarError::Malformed(
                "it needs further libraries, which grammars never do",
            )),
        }
    }

    fn alignment(&mut self) -> Result<u32, GrammarError> {
        match self.number()? {
            power if power <= ALIGN_LIMIT => Ok(1 << power),
            _ => Err(GrammarError::Malformed(
                "it asks for an alignment beyond 64 KiB",
            )),
        }
    }

    /// An unsigned LEB128 number of at most 32 bits.
    fn number(&mut self) -> Result<u32, GrammarError> {
        let mut value = 0_u32;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            let bits = u32::from(byte & 0x7f);
            if shift == 28 && bits > 0xf {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(GrammarError::Malformed("it has a number beyond 32 bits"))
    }

    fn byte(&mut self) -> Result<u8, GrammarError> {
        let (&byte, rest) = self.0.split_first().ok_or(TRUNCATED)?;
        self.0 = rest;
        Ok(byte)
    }

    fn take(&mut self, length: u32) -> Result<&'a [u8], GrammarError> {
        let length = usize::try_from(length).map_err(|_| TRUNCATED)?;
        let (taken, rest) = self.0.split_at_checked(length).ok_or(TRUNCATED)?;
        self.0 = rest;
        Ok(taken)
    }
}

const TRUNCATED: GrammarError = GrammarError::Malformed("it ends too early");

#[cfg(test)]
mod tests {
    use super::*;

    const NEEDS: Needs = Needs {
        memory_size: 300,
        memory_align: 16,
        table_size: 5,
        table_align: 1,
    };
    const NUMBERS: [u8; 5] = [0xac, 0x02, 4, 5, 0];

    fn current(subsections: &[(u8, &[u8])]) -> Vec<u8> {
        subsections
            .iter()
            .flat_map(|(kind, content)| [&[*kind, content.len() as u8], *content].concat())
            .collect()
    }

    fn malformed(result: Result<Needs, GrammarError>) -> &'static str {
        match result {
            Err(GrammarError::Malformed(what)) => what,
            other => panic!("expected a damaged section, got {other:?}"),
        }
    }

    #[test]
    fn current_section_is_read_in_any_order_and_past_unknown_subsections() {
        let section = current(&[
            (9, b"later"),
            (NEEDED, &[0]),
            (MEM_INFO, &NUMBERS),
            (3, b"exports"),
        ]);
        assert_eq!(parse(&section), Ok(NEEDS));
    }

    #[test]
    fn legacy_section_is_read_with_and_without_its_list_of_libraries() {
        assert_eq!(parse_legacy(&NUMBERS), Ok(NEEDS));
        assert_eq!(parse_legacy(&[&NUMBERS[..], &[0]].concat()), Ok(NEEDS));
    }

    #[test]
    fn every_cut_of_a_section_is_an_error() {
        let section = current(&[(MEM_INFO, &NUMBERS)]);
        for end in 0..section.len() {
            malformed(parse(&section[..end]));
        }
        for end in 0..NUMBERS.len() {
            malformed(parse_legacy(&NUMBERS[..end]));
        }
    }

    #[test]
    fn demands_beyond_any_grammar_are_refused() {
        let huge = [0xff, 0xff, 0xff, 0xff, 0x0f];
        let memory = [&huge[..], &[0, 0, 0]].concat();
        assert!(malformed(parse_legacy(&memory)).contains("more memory"));
        let table = [&[1, 0][..], &huge, &[0]].concat();
        assert!(malformed(parse_legacy(&table)).contains("more memory"));
        assert!(malformed(parse_legacy(&[1, 17, 1, 0])).contains("alignment"));
        assert!(malformed(parse_legacy(&[0xff, 0xff, 0xff, 0xff, 0x1f])).contains("32 bits"));
        assert!(malformed(parse_legacy(&[0x80, 0x80, 0x80, 0x80, 0x80, 0])).contains("32 bits"));
    }

    #[test]
    fn libraries_and_doubled_memory_are_refused() {
        assert!(
            malformed(parse(&current(&[
                (MEM_INFO, &NUMBERS),
                (NEEDED, &[1, 1, b'c'])
            ])))
            .contains("libraries")
        );
        assert!(malformed(parse_legacy(&[&NUMBERS[..], &[2]].concat())).contains("libraries"));
        assert!(
            malformed(parse(&current(&[
                (MEM_INFO, &NUMBERS),
                (MEM_INFO, &NUMBERS)
            ])))
            .contains("twice")
        );
    }

    #[test]
    fn no_bytes_make_it_panic() {
        let mut state = 0x2545_f491_u32;
        let mut section = [0_u8; 24];
        let mut read = 0;
        for _ in 0..200_000 {
            for byte in &mut section {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                *byte = (state >> 24) as u8 & 0x8f;
            }
            section[0] %= 4;
            section[1] %= 24;
            for needs in [parse(&section), parse_legacy(&section)]
                .into_iter()
                .flatten()
            {
                assert!(needs.memory_size <= MEMORY_LIMIT && needs.table_size <= TABLE_LIMIT);
                read += 1;
            }
        }
        assert!(read > 1_000, "only {read} sections were well formed");
    }
}
