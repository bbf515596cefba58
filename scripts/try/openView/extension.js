const { commands } = require('vscode');

/** `npm run try` installs this next to Patchbay, which itself does nothing before its view is opened. */
exports.activate = () => commands.executeCommand('patchbay.chat.focus');
