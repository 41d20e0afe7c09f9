// An office for the tests of a file about the room Withdrawals: two of its staff, and what they do about a case.
import { afterAll, beforeAll } from 'vitest'
import type { CaseReply } from '../../../src/protocol/office/withdrawals.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { recordItems } from '../../support/office/office-withdrawals.ts'
import type { Answer } from '../../support/sites/site.ts'

export const HOUR_MS = 3_600_000

/** What a case is refused with. */
export const REFUSAL = { refusal: 'rules', reason: 'Looks like a farm' }

/** Opens an office before the tests of a file. */
export function openWithdrawalsFixture(kind: DatabaseKind) {
  const fixture = {
    office: undefined as unknown as TestOffice,
    risk: undefined as unknown as OfficeBrowser,
    /** The owner, a second person. */
    other: undefined as unknown as OfficeBrowser,

    caseOf: async (playerId: number): Promise<CaseReply> =>
      (await fixture.risk.get(`/withdrawals/cases/${playerId}`)).body,

    act: (browser: OfficeBrowser, playerId: number, name: string, body: object = {}): Promise<Answer> =>
      browser.post(`/withdrawals/cases/${playerId}/${name}`, body),
  }

  beforeAll(async () => {
    fixture.office = await openTestOffice(kind)
    fixture.risk = await fixture.office.member('risk', 'Rik')
    fixture.other = await fixture.office.member('owner', 'Olena')
    await recordItems(fixture.office)
  })

  afterAll(() => fixture.office.close())

  return fixture
}
