import type { SeccompFilter } from './seccomp-filter.ts';

/** The paths that a process may use; everything else is closed to it. */
export interface Paths {
  /** Files and folders that it reads, and whose programs it may run. */
  readonly programs: readonly string[];
  /** Files and folders that it reads. */
  readonly reads: readonly string[];
  /** Folders that it reads and writes, and devices. */
  readonly writes: readonly string[];
}

export interface Guards {
  /** Null if the kernel has no Landlock. */
  readonly paths: Paths | null;
  /** Null if the kernel, or this architecture, has no filter. */
  readonly filter: SeccompFilter | null;
}

/**
 * Restricts its own process and replaces itself by the program. Node cannot do that between fork and exec, util-linux
 * can from version 2.42 on; perl is on every Debian. It loads no module, which would double its start. Landlock closes paths, TCP, and
 * the memory and environment of every process outside of the sandbox (a rule of the kernel for ptrace, which also holds
 * for /proc/<pid>/environ). A restriction that cannot be set ends it: exit code 126.
 */
const script = String.raw`
sub fail { print STDERR "sandbox: $_[0]: $!\n"; exit 126 }
my %given = (p => [], r => [], w => []);
my ($number, $filter) = (0, "");
while (@ARGV) {
  my $arg = shift @ARGV;
  last if $arg eq "--";
  my ($kind, $value) = split /=/, $arg, 2;
  if ($kind eq "seccomp") { ($number, $filter) = split /:/, $value } else { push @{$given{$kind}}, $value }
}
if (@{$given{p}}) {
  my $abi = syscall(444, 0, 0, 1);
  fail("landlock") if $abi < 1;
  my $handled = (1 << 13) - 1;
  $handled |= 1 << 13 if $abi >= 2;
  $handled |= 1 << 14 if $abi >= 3;
  $handled |= 1 << 15 if $abi >= 5;
  my $attr = pack("Q", $handled);
  $attr .= pack("Q", 3) if $abi >= 4;
  $attr .= pack("Q", 3) if $abi >= 6;
  my $rules = syscall(444, $attr, length($attr), 0);
  fail("landlock") if $rules < 0;
  # Of files and folders: run 1, write 2, read 4, truncate 1<<14; of folders: list 8, remove 16 and 32, make 128 and 256.
  my %rights = (p => 1 | 4 | 8, r => 4 | 8, w => 2 | 4 | 8 | 16 | 32 | 128 | 256 | 1 << 14);
  for my $kind (keys %given) {
    for my $path (@{$given{$kind}}) {
      # O_PATH | O_CLOEXEC
      next unless sysopen(my $at, $path, 0x280000);
      my $mask = $rights{$kind} & $handled;
      $mask &= 1 | 2 | 4 | 1 << 14 unless -d $path;
      my $rule = pack("Q l", $mask, fileno($at));
      fail("landlock") if syscall(445, $rules, 1, $rule, 0) < 0;
    }
  }
  fail("landlock") if syscall(446, $rules, 0) < 0;
}
if ($filter) {
  my $bytes = pack("H*", $filter);
  my $program = pack('S x6 P', length($bytes) / 8, $bytes);
  fail("seccomp") if syscall(0 + $number, 1, 0, $program) < 0;
}
exec { $ARGV[0] } @ARGV;
# No such file, or none that this user may reach.
exit($! == 2 || $! == 13 ? 127 : 126);
`;

/** Returns the command that sets the guards and then runs what follows it. Needs `no_new_privs`. */
export function guardCommand({ paths, filter }: Guards): readonly string[] {
  if (!paths && !filter) return [];
  const rules = paths
    ? [
        ...paths.programs.map((path) => `p=${path}`),
        ...paths.reads.map((path) => `r=${path}`),
        ...paths.writes.map((path) => `w=${path}`),
      ]
    : [];
  const calls = filter ? [`seccomp=${filter.seccompNumber}:${filter.bytes.toString('hex')}`] : [];
  return ['perl', '-e', script.trim(), '--', ...rules, ...calls, '--'];
}
