// The settings as the office lists them: values that may hold a secret are never among them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FILE_SETTINGS, SETTING_NAMES } from '../../../src/server/config/config-schema.ts'
import { listSettings } from '../../../src/server/config/setting-list.ts'

/** Settings whose values may hold a secret although they are not secrets: accounts, commands, addresses with keys. */
const CLOSED = ['STEAM_TRADE_ACCOUNT', 'BACKUP_AFTER', 'PRICES_FROM', 'BEACON_URLS', 'REDIS_SENTINELS', 'ICONS_FROM']

describe('the list of settings', () => {
  it('has every setting', () => {
    expect(listSettings({}).map(({ name }) => name)).toEqual(SETTING_NAMES)
  })

  it('never contains a value of a setting that may hold a secret, and says that it is set', () => {
    const value = fc.string({ minLength: 12, maxLength: 80 }).map((text) => `canary-${text}`)
    const given = fc.dictionary(fc.constantFrom(...FILE_SETTINGS, ...CLOSED), value, { minKeys: 1 })
    fc.assert(
      fc.property(given, (settings) => {
        const listed = listSettings(settings)
        expect(JSON.stringify(listed)).not.toContain('canary-')
        for (const name of Object.keys(settings)) {
          expect(listed.find((one) => one.name === name)).toMatchObject({ isSet: true, value: null, isHidden: true })
        }
      }),
    )
  })

  it('hides every setting by the words of a secret, and each that is new until it is named', () => {
    const words = /SECRET|KEY|TOKEN|PASSWORD/
    for (const { name, isHidden } of listSettings({}))
      if (words.test(name)) expect([name, isHidden]).toEqual([name, true])
  })

  it('tells a default from what is set', () => {
    const find = (settings: Record<string, string>, name: string) =>
      listSettings(settings).find((one) => one.name === name)
    expect(find({}, 'PORT')).toEqual({ name: 'PORT', isSet: false, value: '4321', isHidden: false })
    expect(find({ PORT: '80' }, 'PORT')).toEqual({ name: 'PORT', isSet: true, value: '80', isHidden: false })
    expect(find({}, 'WITHDRAWALS')).toMatchObject({ value: 'on' })
    expect(find({}, 'BACKUP_DIR')).toMatchObject({ isSet: false, value: null })
  })
})
