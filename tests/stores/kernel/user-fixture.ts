// A browser whose user is unknown before each test of a file, and what the tests of the user's store do in it.
import { beforeEach } from 'vitest'
import { $user, loadUser } from '../../../src/stores/kernel/user.ts'
import { Browser } from '../browser-stub.ts'
import { PLAYER } from '../sample-player.ts'

/** The balance that the store has; null without a user. */
export const balance = (): number | null => {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

/** Opens a new browser before each test of a file. */
export function openUserFixture() {
  const fixture = {
    browser: new Browser(),

    signIn: async (): Promise<void> => {
      fixture.browser.cookies.set('token', 'good')
      fixture.browser.answer('/user/get', 200, { success: true, user: PLAYER })
      await loadUser()
    },
  }

  beforeEach(() => {
    fixture.browser = new Browser()
    fixture.browser.open()
    fixture.browser.cookies.set('XSRF-TOKEN', 'csrf')
    $user.set({ status: 'unknown' })
  })

  return fixture
}
