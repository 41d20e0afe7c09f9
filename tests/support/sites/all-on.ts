// Nothing is switched off, for services that are made without a site.
export const ALL_ON = { off: () => null, assertOn: () => undefined } as const
