const pollMilliseconds = 500;

/**
 * Resolves when the person wants this script to end: by Ctrl+C, by a signal, or by ending npm, which passes a signal
 * on to the shell between it and the script and no further.
 *
 * @returns {Promise<void>}
 */
export function interruption() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
    if (process.env.npm_lifecycle_event === undefined) return;
    const shell = process.ppid;
    setInterval(() => process.ppid !== shell && resolve(), pollMilliseconds).unref();
  });
}
