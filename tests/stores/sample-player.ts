import type { CurrentUser } from '../../src/protocol/user.ts'

/** A signed-in player, as /user/get answers. */
export const PLAYER: CurrentUser = {
  id: 7,
  username: 'Vega',
  steamid: '76561198000000007',
  avatar: '',
  balance: 1250,
  tradeLink: null,
  lvl: 3,
  exp: 6100,
  realityMinutes: null,
  unseeded: null,
  termsAsked: null,
}
