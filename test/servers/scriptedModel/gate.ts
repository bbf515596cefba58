/** Holds a scripted answer open until the test lets it go on. */
export interface Gate {
  /** Settles when the server has come to the gate: everything before it is on the wire. */
  readonly reached: Promise<void>;
  /** Settles when the gate is open. */
  readonly opened: Promise<void>;
  /** Called by the server. */
  reach(): void;
  /** Called by the test. */
  open(): void;
}

export function aGate(): Gate {
  let reach = () => {};
  let open = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { reached, opened, reach: () => reach(), open: () => open() };
}
