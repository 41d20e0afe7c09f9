// The pages of the specification's route table that need no player, and one that does not exist.

/** Pages that are built ahead and read without JavaScript. */
export const STATIC_PAGES = ['/faq', '/privacy', '/terms-of-use', '/contacts', '/cooperation', '/protection'] as const

export const PAGES = [
  '/',
  '/case/orion',
  '/fairness',
  ...STATIC_PAGES,
  '/free_case',
  '/contracts',
  '/upgrade',
  '/bonuses',
  '/referral',
  '/dashboard',
  '/user/1000',
  '/missions',
  '/calendar',
  '/raffle',
  '/wheel',
  '/deposit',
  '/nowhere',
] as const
