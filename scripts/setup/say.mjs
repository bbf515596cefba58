/**
 * Tells the person what is going on. Standard error, so that what a script *answers* stays alone on standard output.
 *
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}
