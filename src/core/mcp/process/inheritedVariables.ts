const ofWindows: readonly string[] = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

const ofOthers: readonly string[] = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

/**
 * The variables that every server gets of the environment Patchbay runs in: harmless ones, those of the SDK. They are
 * written out, because the SDK is not loaded before the first server is being started.
 */
export function inheritedVariables(platform: NodeJS.Platform): readonly string[] {
  return platform === 'win32' ? ofWindows : ofOthers;
}
