/** Settings of a site without social accounts, so that tests have the same layout in the sandbox and in live mode. */
export const NO_SOCIAL_ACCOUNTS = {
  SOCIAL_INSTAGRAM: 'off',
  SOCIAL_TIKTOK: 'off',
  SOCIAL_TELEGRAM: 'off',
  SOCIAL_X: 'off',
} as const
