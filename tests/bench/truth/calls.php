<?php
// Prints the call sites of a PHP library with the methods and functions that running its tests called there, as JSON
// lines: `php calls.php ROOT FOLDER PHPUNIT_WORDS...`. Xdebug traces the run, and reflection says where each function
// stands. Only calls that stand in FOLDER below ROOT are printed, and only lines that ran are judged. A site is where the
// name of what is called is written (else it is `implied`: magic methods, callbacks). A type declares what those below it
// override: each declaration above the called method counts as the target too. `new` of a class without a constructor
// calls nothing and is `unknown`.

const NEAR = [0, 1, 2, 3, -1, -2, -3, -4, -5, -6];
const SHAPES = ['/\bnew\s+[\w\\\\]*$/' => "new", '/\$this\s*\??->\s*$/' => "this", '/\b(?:self|static)\s*::\s*$/' => "self", '/\bparent\s*::\s*$/' => "parent", '/\w\s*::\s*$/' => "class", '/\$this->\w+\s*\??->\s*$/' => "property", '/\$\w+\s*\??->\s*$/' => "variable", '/\)\s*\??->\s*$/' => "call result", '/^\s*\??->\s*$/' => "call result", '/->\s*$/' => "field chain or element"];

$root = getenv("WAYMARK_ROOT");
if ($root === false) run($argv);
else trace($root, getenv("WAYMARK_FOLDER"));

/** Runs the tests with this file before them; they print what is no row elsewhere. */
function run(array $words): void
{
    if (!extension_loaded("xdebug") || !is_file("/usr/bin/phpunit")) {
        fwrite(STDERR, "calls.php needs Xdebug and PHPUnit: apt-get install php-cli php-xdebug phpunit\n");
        exit(1);
    }
    $options = ["xdebug.mode=trace,coverage", "xdebug.start_with_request=no", "xdebug.trace_format=1", "memory_limit=-1"];
    $options = array_merge(...array_map(fn($option) => ["-d", $option], $options));
    $command = [PHP_BINARY, ...$options, "/usr/bin/phpunit", "--bootstrap", __FILE__, ...array_slice($words, 3)];
    $environment = ["WAYMARK_ROOT" => realpath($words[1]), "WAYMARK_FOLDER" => $words[2]] + getenv();
    proc_close(proc_open($command, [["file", "/dev/null", "r"], STDERR, STDERR, STDOUT], $pipes, realpath($words[1]), $environment));
}

function trace(string $root, string $folder): void
{
    load($root);
    $file = xdebug_start_trace(tempnam(sys_get_temp_dir(), "waymark"));
    xdebug_start_code_coverage();
    register_shutdown_function(function () use ($file, $root, $folder) {
        xdebug_stop_trace();
        report($file, "$root/", "$root/$folder/");
        unlink($file);
    });
}

/** Finds classes where the package's manifest says. */
function load(string $root): void
{
    $manifest = json_decode(file_get_contents("$root/composer.json"), true);
    $folders = array_merge_recursive($manifest["autoload"]["psr-4"] ?? [], $manifest["autoload-dev"]["psr-4"] ?? []);
    foreach (array_merge($manifest["autoload"]["files"] ?? [], $manifest["autoload-dev"]["files"] ?? []) as $file) require_once "$root/$file";
    spl_autoload_register(function (string $class) use ($root, $folders) {
        foreach ($folders as $prefix => $places) {
            if (!str_starts_with($class, $prefix)) continue;
            foreach ((array) $places as $place) {
                $file = "$root/" . rtrim($place, "/") . "/" . strtr(substr($class, strlen($prefix)), "\\", "/") . ".php";
                if (is_file($file)) require_once $file;
            }
        }
    }, true, true);
    if (is_file("/usr/share/php/Psr/Log/autoload.php")) require_once "/usr/share/php/Psr/Log/autoload.php";
}

function report(string $trace, string $base, string $inside): void
{
    $out = fopen("php://fd/3", "w");
    $row = fn(array $fields) => fwrite($out, json_encode($fields, JSON_UNESCAPED_SLASHES) . "\n");
    $relative = fn(string $path) => substr($path, strlen($base));
    foreach (xdebug_get_code_coverage() as $path => $lines) {
        if (!str_starts_with($path, $inside)) continue;
        $row(["t" => "file", "path" => $relative($path)]);
        foreach (array_keys($lines) as $line) $row(["t" => "range", "path" => $relative($path), "from" => $line, "to" => $line]);
    }
    $sites = [];
    $classes = classes();
    foreach (calls($trace, $inside) as [$called, $path, $line]) {
        [$name, $targets] = declared($called, $base);
        if ($name === null) continue;
        $at = current(array_filter(array_map(fn($step) => $line + $step, NEAR), fn($near) => before($path, $near, $name) !== null));
        $site = &$sites["$path " . ($at ?: $line) . " $name"];
        $site ??= ["t" => "site", "path" => $relative($path), "line" => $at ?: $line, "name" => $name, "shape" => $at ? shape(before($path, $at, $name)) : "implied", "state" => "out", "targets" => []];
        if ($at && preg_match('/\bnew\s+[\w\\\\]*?(\w+)$/', before($path, $at, $name), $made)) {
            foreach ($classes[$made[1]] ?? [] as $type) if (is_a($type->name, explode("->", $called)[0], true)) array_push($targets, ...place($type, $base));
        }
        foreach ($targets as $target) {
            $site["state"] = $at ? "in" : "implied";
            if (!in_array($target, $site["targets"])) $site["targets"][] = $target;
        }
        unset($site);
    }
    array_walk($sites, $row);
    foreach (array_keys(xdebug_get_code_coverage()) as $path) {
        if (!str_starts_with($path, $inside)) continue;
        foreach (file($path) as $at => $text) {
            preg_match_all('/\bnew\s+[\w\\\\]*?(\w+)\b/', $text, $made);
            foreach ($made[1] as $name) {
                $known = isset($sites["$path " . ($at + 1) . " $name"]);
                if (!$known) $row(["t" => "site", "path" => $relative($path), "line" => $at + 1, "name" => $name, "shape" => "new", "state" => "unknown", "targets" => []]);
            }
        }
    }
}

/** The classes by their last name: a trace tells whose constructor ran, not what was made. */
function classes(): array
{
    $found = [];
    foreach (get_declared_classes() as $class) {
        $type = new ReflectionClass($class);
        $found[$type->getShortName()][] = $type;
    }
    return $found;
}

/** Each function of the source that was called with where from, once each. */
function calls(string $trace, string $inside): iterable
{
    $seen = [];
    $file = fopen($trace, "r");
    while (($line = fgets($file)) !== false) {
        $fields = explode("\t", $line, 12);
        if (($fields[2] ?? "") !== "0" || !str_starts_with($fields[8] ?? "", $inside)) continue;
        $key = "$fields[5]\t$fields[8]\t$fields[9]";
        if (isset($seen[$key])) continue;
        $seen[$key] = true;
        yield [$fields[5], $fields[8], (int) $fields[9]];
    }
}

/** The name that a call is written with, and what declares it below the root. */
function declared(string $called, string $base): array
{
    if (!preg_match('/^(?:(.+)(?:->|::))?(\w[\w\\\\]*)$/', $called, $parts) || str_contains($called, "{closure")) return [null, []];
    [, $class, $name] = $parts;
    try {
        if ($class === "") return [basename(strtr($name, "\\", "/")), place(new ReflectionFunction($name), $base)];
        $type = new ReflectionClass($class);
        $method = new ReflectionMethod($class, $name);
    } catch (ReflectionException) {
        return [$name, []];
    }
    $targets = place($method, $base);
    foreach ([...class_parents($class), ...class_implements($class)] as $above) {
        if (method_exists($above, $name)) array_push($targets, ...place(new ReflectionMethod($above, $name), $base));
    }
    if ($name !== "__construct" && $name !== "__invoke") return [$name, $targets];
    return [$name, $name === "__construct" ? [...$targets, ...place($type, $base)] : $targets];
}

function place(ReflectionFunctionAbstract|ReflectionClass $declared, string $base): array
{
    $file = $declared->getFileName() ?: "";
    if (!str_starts_with($file, $base)) return [];
    return [["path" => substr($file, strlen($base)), "line" => $declared->getStartLine(), "name" => $declared->getShortName()]];
}

/** The text before a name where a line writes it with arguments; of a constructor, before the class's name or alias. */
function before(string $path, int $line, string $name): ?string
{
    static $texts = [];
    $texts[$path] ??= file($path);
    $text = $texts[$path][$line - 1] ?? "";
    if (preg_match('#^\s*(?:\*|//|/\*)#', $text)) return null;
    $pattern = $name === "__construct" ? '/(?:\bnew\s+[\w\\\\]+)|\b__construct\s*\(/' : "/(?<![\\w\$])$name\\s*\\(/i";
    if (!preg_match($pattern, $text, $found, PREG_OFFSET_CAPTURE)) return null;
    return $name === "__construct" && str_starts_with($found[0][0], "new") ? $found[0][0] : substr($text, 0, $found[0][1]);
}

function shape(string $before): string
{
    foreach (SHAPES as $pattern => $shape) if (preg_match($pattern, $before)) return $shape;
    return "bare";
}
