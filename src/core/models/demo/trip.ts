/** A place and a number of days that a prompt asks to plan for. */
export interface Trip {
  readonly place: string;
  readonly days: number;
}

const longest = 365;
const properName = String.raw`\p{Lu}[\p{L}'-]*(?:\s+\p{Lu}[\p{L}'-]*)*`;

/** Reads place and days from a prompt's text; the days may also be the last word of the command that was typed. */
export function tripOf(prompt: string, command: string): Trip | undefined {
  const place = new RegExp(String.raw`\b(?:[Tt]o|[Ii]n|[Vv]isit)\s+(${properName})`, 'u').exec(prompt)?.[1];
  const days = daysIn(prompt) ?? numberOf(/^\/.*\s(\d+)\s*$/s.exec(command)?.[1]);
  return place === undefined || days === undefined ? undefined : { place, days };
}

function daysIn(text: string): number | undefined {
  if (/\b(?:one|a|single)[\s-]day\b/i.test(text)) return 1;
  return numberOf(/\b(\d+)[\s-]+days?\b/i.exec(text)?.[1]);
}

function numberOf(digits: string | undefined): number | undefined {
  const number = Number(digits);
  return Number.isInteger(number) && number >= 1 && number <= longest ? number : undefined;
}
