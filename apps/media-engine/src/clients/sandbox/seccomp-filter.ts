/** A program of the kernel's packet filter that decides about each system call of a process. */
export interface SeccompFilter {
  /** Number of the system call `seccomp`, which installs it. */
  readonly seccompNumber: number;
  /** The instructions, eight bytes each. */
  readonly bytes: Buffer;
}

interface Machine {
  /** As `linux/audit.h` names the architecture. */
  readonly audit: number;
  readonly seccomp: number;
  readonly clone: number;
  readonly denied: readonly number[];
}

/** The same on every architecture: they were added after the numbers were unified. */
const clone3 = 435;
const newer = {
  io_uring: [425, 426, 427],
  mounts: [428, 429, 430, 431, 432, 433, 442],
  pidfd_open: [434],
  pidfd_getfd: [438],
  process_madvise: [440],
  memfd_secret: [447],
};

/**
 * Calls that no decoder makes: to open a socket, to look into or change other processes, to mount, to make namespaces,
 * to load code into the kernel, and the interfaces of the kernel that were often attacked. Grouped as above: sockets;
 * ptrace, process_vm_readv and _writev, kcmp; mount, umount2, pivot_root, chroot, unshare, setns; open_by_handle_at;
 * keyrings; bpf, perf_event_open, userfaultfd, fanotify_init; modules, kexec, reboot, swap, acct, syslog, quotactl.
 */
const machines: Readonly<Record<string, Machine>> = {
  x64: {
    audit: 0xc000003e,
    seccomp: 317,
    clone: 56,
    denied: [
      ...[41, 101, 310, 311, 312, 165, 166, 155, 161, 272, 308, 304, 248, 249, 250, 321, 298, 323, 300],
      ...[175, 313, 176, 246, 320, 169, 167, 168, 163, 103, 179, 172, 173],
      // fork, vfork: `clone` is looked at below.
      ...[57, 58],
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    seccomp: 277,
    clone: 220,
    denied: [
      ...[198, 117, 270, 271, 272, 40, 39, 41, 51, 97, 268, 265, 217, 218, 219, 280, 241, 282, 262],
      ...[105, 273, 106, 104, 294, 142, 224, 225, 89, 116, 60],
    ],
  },
};

const load = (offset: number) => [0x20, 0, 0, offset] as const;
const jumpIfEqual = (value: number, then: number) => [0x15, then, 0, value] as const;
const returned = (value: number) => [0x06, 0, 0, value] as const;
type Instruction = readonly [code: number, then: number, otherwise: number, value: number];

const allow = 0x7fff0000;
const killProcess = 0x80000000;
const failWith = (errno: number) => 0x00050000 | errno;
const [notPermitted, notImplemented] = [1, 38];
const cloneThread = 0x00010000;
/** System calls from here on are those of x32, which would pass by the numbers above. */
const x32 = 0x40000000;

/**
 * Returns the filter of all children: they can start threads but no process, and open no socket; calls of the list above
 * fail with EPERM.
 * @param architecture as Node names it
 * @returns null on an architecture whose numbers are not listed
 */
export function seccompFilter(architecture: string): SeccompFilter | null {
  const machine = machines[architecture];
  if (!machine) return null;
  const denied = [...machine.denied, ...Object.values(newer).flat()];
  // Counted from the instruction after each jump to the one that it goes to.
  const toEnd = (place: number) => denied.length - place;
  const program: readonly Instruction[] = [
    load(4),
    jumpIfEqual(machine.audit, 1),
    returned(killProcess),
    load(0),
    [0x35, 0, 1, x32],
    returned(failWith(notPermitted)),
    // glibc then asks for a thread by `clone`, whose flags can be read here.
    jumpIfEqual(clone3, denied.length + 6),
    [0x15, 0, 3, machine.clone],
    load(16),
    [0x45, denied.length + 1, 0, cloneThread],
    returned(failWith(notPermitted)),
    ...denied.map((number, place) => jumpIfEqual(number, toEnd(place))),
    returned(allow),
    returned(failWith(notPermitted)),
    returned(failWith(notImplemented)),
  ];
  return { seccompNumber: machine.seccomp, bytes: bytesOf(program) };
}

function bytesOf(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, then, otherwise, value]] of program.entries()) {
    const at = index * 8;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(then, at + 2);
    bytes.writeUInt8(otherwise, at + 3);
    bytes.writeUInt32LE(value, at + 4);
  }
  return bytes;
}
