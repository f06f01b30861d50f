# Prints the call sites of a Ruby library with the methods that running its tests called there, as JSON lines:
# `ruby -I lib -I test calls.rb ROOT FOLDER TESTS...`. Only calls that stand in FOLDER below ROOT are printed, and only
# lines that ran are judged. What a method of the interpreter calls back (`sort` its `<=>`, `map` a `&:name`) is no site of
# the source; only `new` calls `initialize` for the line it stands on. Attributes run no code and are not seen.
require "coverage"
require "json"

ROOT, FOLDER, *TESTS = ARGV
ARGV.clear
INSIDE = File.join(File.realpath(ROOT), FOLDER, "")
BASE = File.join(File.realpath(ROOT), "")
SITES = {}
OUT = $stdout.dup
$stdout.reopen($stderr)

def inside?(path) = path&.start_with?(INSIDE)

def note(trace)
  return unless inside?(trace.path)

  caller, above = caller_locations(3, 2)
  return unless caller && inside?(caller.path)

  # A method of the interpreter has the place of its caller and a name of its own.
  native = above && above.path == caller.path && above.lineno == caller.lineno && above.label != caller.label &&
           !caller.label.start_with?("block", "rescue", "ensure", "<")
  made = native && caller.label == "new" && trace.method_id == :initialize
  state = native && !made ? "unknown" : "in"
  SITES[[caller.path, caller.lineno, trace.path, trace.lineno, trace.method_id, state]] = true
end

def shape(path, line, name)
  text = (@lines ||= {})[path] ||= File.readlines(path)
  before = text[line - 1].to_s[/(\S*)\b#{Regexp.escape(name)}\b/, 1]
  return "new" if name == "initialize"
  return "other" unless before
  return "plain" unless before.end_with?(".")

  { /\bself\.$/ => "self", /\b[A-Z]\w*\.$/ => "constant", /@\w+\.$/ => "attribute", /\)\.$/ => "result" }
    .find { |pattern, _| before.match?(pattern) }&.last || "receiver"
end

def report
  row = ->(**fields) { OUT.puts(JSON.generate(fields)) }
  relative = ->(path) { path.delete_prefix(BASE) }
  Coverage.peek_result.each do |path, lines|
    next unless inside?(path)

    row.(t: "file", path: relative.(path))
    lines = lines[:lines] if lines.is_a?(Hash)
    lines.each_with_index { |count, at| row.(t: "range", path: relative.(path), from: at + 1, to: at + 1) if count.to_i.positive? }
  end
  SITES.each_key do |path, line, file, start, name, state|
    target = { path: relative.(file), line: start, name: name.to_s }
    name = name.to_s
    row.(t: "site", path: relative.(path), line: line, name: name, shape: shape(path, line, name), state: state, targets: state == "in" ? [target] : [])
  end
end

Coverage.start
trace = TracePoint.new(:call) { |event| note(event) }
at_exit { trace.disable; report } # runs after the tests, which run at exit too
Dir.chdir(ROOT)
trace.enable
TESTS.each { |test| require File.expand_path(test) }
