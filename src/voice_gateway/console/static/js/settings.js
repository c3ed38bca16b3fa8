export function showSettings() {}
