const most = 10;

/** Names in a sentence, the first ten of them and how many more there are: people configure hundreds of servers. */
export function firstFew(names: readonly string[]): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}
