/** Words that languages reserve. */

const common = "if else for while do switch case default break continue return throw try catch finally new this super null true false";
const c = `${common} class struct enum union interface namespace public private protected internal static const void int long short char float double bool boolean unsigned signed auto extern inline virtual override final abstract sealed typedef using template typename operator delete sizeof import package extends implements instanceof var let val fun func guard protocol extension where in is as out ref async await get set lazy object companion data when trait with yield nil self Self init throws rethrows foreach string decimal readonly record include define ifdef ifndef endif pragma`;
const script = `${common} var let const function class extends implements interface type enum namespace declare module import export from as of in instanceof typeof void delete yield async await static get set public private protected readonly abstract override undefined keyof infer is satisfies asserts never unknown any string number boolean symbol bigint object`;
const rust = "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while union yield i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char str";
const go = "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false iota string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr byte rune float32 float64 bool error any";
const python = "and as assert async await break class continue def del elif else except finally for from global if import in is lambda match case nonlocal not or pass raise return try while with yield None True False self cls";
const hash = "if then else elif fi for while do done case esac function end def class module begin rescue ensure unless until when yield return self nil true false and or not in require include local export source set unset let my our sub use package defmodule defp";
const php = `${c} function echo fn use trait array isset unset require require_once include_once global elseif endforeach endif match mixed`;
const sql = "select from where and or not insert into values update delete create table index view join left right inner outer on group by order having limit as distinct union all null primary key foreign references default with SELECT FROM WHERE AND OR NOT INSERT INTO VALUES UPDATE DELETE CREATE TABLE INDEX VIEW JOIN LEFT RIGHT INNER OUTER ON GROUP BY ORDER HAVING LIMIT AS DISTINCT UNION ALL NULL PRIMARY KEY FOREIGN REFERENCES DEFAULT WITH local function end then elseif if else do while repeat until return nil true false data type let module import deriving instance";

const SETS = Object.fromEntries(
  Object.entries({ c, script, rust, go, python, hash, php, sql }).map(([name, words]) => [name, new Set(words.split(" "))]),
) as Record<string, ReadonlySet<string>>;

const OWN: Readonly<Record<string, string>> = {
  ...many("script", "javascript typescript tsx jsx js ts mjs cjs mts cts vue svelte"),
  ...many("rust", "rust rs"),
  go: "go",
  ...many("python", "python py pyi bzl"),
  ...many("hash", "ruby rb bash sh zsh shell perl pl elixir ex exs r julia nix cmake make makefile"),
  php: "php",
  ...many("sql", "sql lua haskell hs elm"),
  ...many("none", "yaml yml toml dockerfile ini conf gitignore scm lisp html xml svg css scss less json json5 jsonc"),
};

const NONE: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** The reserved words of `language`, or of the language of an extension. */
export function keywordsOf(language: string): ReadonlySet<string> {
  return SETS[OWN[language] ?? "c"] ?? NONE;
}

function many(set: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(" ").map((name) => [name, set]));
}
