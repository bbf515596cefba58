import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository, repositoryRoot } from '../setup/paths.mjs';
import { SetupError } from '../setup/setupError.mjs';
import { mitText } from './mitText.mjs';

/** What a licence asks to be said beyond its own text. */
const attributions = new Map([
  [
    '@vscode/codicons',
    'The icons of the view are Codicons by Microsoft Corporation (https://github.com/microsoft/vscode-codicons), under ' +
      'the Creative Commons Attribution 4.0 International licence (https://creativecommons.org/licenses/by/4.0/). They ' +
      'are used unchanged.',
  ],
]);

/**
 * @typedef {object} BundledPackage
 * @property {string} name
 * @property {string} version
 * @property {string} licence As the package names it, such as `MIT`.
 * @property {string} text Of its licence and its own notices.
 */

/**
 * The notices of every package of which something is in the outputs, with the texts that their licences ask to go
 * along; packages under word for word the same text share it.
 *
 * @param {Pick<import('esbuild').Metafile, 'outputs'>} metafile Of the product's bundles.
 * @returns {string}
 * @throws {SetupError} When the text of a licence is unknown.
 */
export function thirdPartyNotices(metafile) {
  const packages = packageFolders(metafile).map(readPackage);
  const texts = [...new Set(packages.map(({ text }) => text))];
  const sections = texts.map((text) => {
    const sharing = packages.filter((bundled) => bundled.text === text);
    const heads = new Set(sharing.map(({ name, version, licence }) => `${name} ${version} (${licence})`));
    const named = sharing.flatMap(({ name }) => attributions.get(name) ?? []);
    return [[...heads].join('\n'), ...named, text].join('\n\n');
  });
  const title = 'Patchbay contains the following packages, each under its own licence.';
  return `${[title, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/**
 * @param {Pick<import('esbuild').Metafile, 'outputs'>} metafile
 * @returns {string[]} Folders, sorted.
 */
function packageFolders({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.flatMap(([path, { bytesInOutput }]) => {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
    return folder === undefined || bytesInOutput === 0 ? [] : [join(repositoryRoot, folder)];
  });
  return [...new Set(folders)].sort();
}

/**
 * @param {string} folder
 * @returns {BundledPackage}
 */
function readPackage(folder) {
  const { name, version, license: licence, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = ownTexts(folder) ?? readmeText(folder) ?? standardText(licence, author?.name ?? author);
  if (text === undefined) {
    throw new SetupError(`${name} ${version} comes without the text of its licence (${licence}). Do not bundle it.`);
  }
  return { name, version, licence, text };
}

/**
 * @param {string} folder
 */
function ownTexts(folder) {
  const files = readdirSync(folder).filter((file) =>
    /^(?:licen[cs]e|copying|notice)[\w-]*(?:\.(?:txt|md))?$/i.test(file),
  );
  return files.length === 0 ? undefined : files.map((file) => cleanText(join(folder, file))).join('\n\n');
}

/**
 * Older packages have the licence at the end of what they say of themselves.
 *
 * @param {string} folder
 */
function readmeText(folder) {
  const file = readdirSync(folder).find((name) => /^readme/i.test(name));
  const text = file === undefined ? undefined : /^#*\s*licen[cs]e\b.*/ims.exec(cleanText(join(folder, file)))?.[0];
  return text?.includes('Permission is hereby granted') ? text : undefined;
}

/**
 * @param {string} licence
 * @param {string | undefined} author
 */
function standardText(licence, author) {
  if (licence === 'MIT' && author !== undefined) return mitText(author);
  // Patchbay is under this one, too.
  return licence === 'Apache-2.0' ? cleanText(inRepository('LICENSE')) : undefined;
}

/**
 * @param {string} file
 */
function cleanText(file) {
  return readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
}
