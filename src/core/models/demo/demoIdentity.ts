/** How the offline demo is named in the setting `patchbay.model`, and on screen. */
export const demoModelId = 'demo/offline';
export const demoLabel = 'Offline demo – no AI';
