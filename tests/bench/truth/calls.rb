# Prints the call sites of a Ruby library with the methods that running its tests called there, as JSON lines:
# `ruby -I lib -I test calls.rb ROOT FOLDER TESTS...`. Only calls that stand in FOLDER below ROOT are printed, and only
# lines that ran are judged; a method that never ran judges nothing on its line, and one that was never defined is
# another configuration's. What a method of the interpreter calls back (`sort` its `<=>`, `map` a `&:name`) is no site of
# the source; only `new` calls `initialize` for the line it stands on, and what it makes counts as its target too: without
# an `initialize` it is `unknown`. Attributes run no code and are not seen. What one place called is one site; where its
# name is not written (an operator, `method_missing`) it is `implied`.
require "coverage"
require "json"

ROOT, FOLDER, *TESTS = ARGV
ARGV.clear
INSIDE = File.join(File.realpath(ROOT), FOLDER, "")
BASE = File.join(File.realpath(ROOT), "")
SITES = {}
NEAR = [0, 1, 2, -1, -2, -3].freeze
OUT = $stdout.dup
$stdout.reopen($stderr)

def inside?(path) = path&.start_with?(INSIDE)

def note(trace)
  return unless trace.path&.start_with?(BASE)

  caller, above = caller_locations(3, 2)
  return unless caller && inside?(caller.path)

  # A method of the interpreter has the place of its caller and a name of its own.
  native = above && above.path == caller.path && above.lineno == caller.lineno && above.label != caller.label &&
           !caller.label.start_with?("block", "rescue", "ensure", "<")
  made = native && caller.label == "new" && trace.method_id == :initialize
  state = native && !made ? "unknown" : "in"
  SITES[[caller.path, caller.lineno, trace.path, trace.lineno, trace.method_id, state, made ? trace.self.class : nil]] = true
end

def text(path) = (@texts ||= {})[path] ||= File.readlines(path)

# The line on which a name stands, at the line that ran or near it.
def written(path, line, name)
  word = name == "initialize" ? /\bnew\b|\bsuper\b/ : /(?<!\w)#{Regexp.escape(name)}(?!\w)/
  return line if text(path)[line - 1].to_s.match?(/\bsuper\b/)

  NEAR.map { |step| line + step }.find { |at| at.positive? && name.match?(/\A\w/) && text(path)[at - 1].to_s.match?(word) }
end

def place(file, line, name) = { path: file.delete_prefix(BASE), line: line, name: name.to_s }

# A class, where its body first stands.
def type(made)
  file, line = made&.name && Object.const_source_location(made.name)
  file && file.start_with?(BASE) ? [place(file, line, made.name.split("::").last)] : []
end

def shape(path, line, name)
  before = text(path)[line - 1].to_s[/(\S*)\b#{Regexp.escape(name)}\b/, 1]
  return "new" if name == "initialize"
  return "other" unless before
  return "plain" unless before.end_with?(".")

  { /\bself\.$/ => "self", /\b[A-Z]\w*\.$/ => "constant", /@\w+\.$/ => "attribute", /\)\.$/ => "result" }
    .find { |pattern, _| before.match?(pattern) }&.last || "receiver"
end

def report
  row = ->(**fields) { OUT.puts(JSON.generate(fields)) }
  relative = ->(path) { path.delete_prefix(BASE) }
  row.(t: "judges", kinds: %w[calls instantiates], configured: true)
  Coverage.peek_result.each do |path, ran|
    next unless inside?(path)

    row.(t: "file", path: relative.(path))
    idle = ran[:methods].select { |(_, _, first, _, last, _), count| count.zero? && first == last }.map { |(_, _, first), _| first }
    ran[:lines].each_with_index { |count, at| row.(t: "range", path: relative.(path), from: at + 1, to: at + 1) if count.to_i.positive? && !idle.include?(at + 1) }
  end
  sites = SITES.keys.group_by { |path, line, _, _, name| [path, written(path, line, name.to_s) || line, name.to_s] }
  sites.each do |(path, line, name), ran|
    here = ran.select { |*, state, _| state == "in" }
    targets = here.flat_map { |_, _, file, start, _, _, made| [place(file, start, name), *type(made)] }.uniq
    state = here.empty? ? "unknown" : written(path, line, name) ? "in" : "implied"
    row.(t: "site", path: relative.(path), line: line, name: name, shape: shape(path, line, name), state: state, targets: targets)
  end
  sites.keys.map(&:first).uniq.each do |path|
    text(path).each_with_index do |code, at|
      next if sites.key?([path, at + 1, "initialize"])

      code.scan(/(?:(\w+)\.)?\bnew\b/) { |made,| row.(t: "site", path: relative.(path), line: at + 1, name: made || "new", shape: "new", state: "unknown", targets: []) }
    end
  end
end

Coverage.start(lines: true, methods: true)
trace = TracePoint.new(:call) { |event| note(event) }
at_exit { trace.disable; report } # runs after the tests, which run at exit too
Dir.chdir(ROOT)
trace.enable
TESTS.each { |test| require File.expand_path(test) }
