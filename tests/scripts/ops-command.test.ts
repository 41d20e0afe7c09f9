// npm run ops: one command line for all groups, which explains itself at every level and names what was meant.
import { describe, expect, it } from 'vitest'
import { GROUPS } from '../../scripts/ops/groups.ts'
import { nearest } from '../../scripts/ops/nearest.ts'
import { runCommand, runOps } from '../support/command.ts'

const ops = (...args: readonly string[]) => runCommand('ops', args)

describe('npm run ops', () => {
  it.each([['--help'], ['-h'], ['help']])('lists its groups: %s', async (word) => {
    const { code, out, err } = await ops(word)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const [name, { about }] of Object.entries(GROUPS))
      expect(out).toMatch(new RegExp(`^  ${name} +${about}$`, 'm'))
  })

  it.each([
    [[], /^Usage: npm run ops -- GROUP COMMAND/],
    [['promos'], /^There is no group promos\. Did you mean promo\?\nUsage: /],
    [['zebra'], /^There is no group zebra\.\nUsage: /],
    [['constructor'], /^There is no group constructor\.\nUsage: /],
    [['orders', 'lsit'], /^There is no command lsit\. Did you mean list\?\nUsage: npm run ops -- orders/],
    [['ledger'], /^Usage: npm run ledger -- check/],
  ])('says what is wrong with %j', async (args, sentence) => {
    const { code, out, err } = await ops(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })

  it.each(Object.keys(GROUPS))('explains %s, and every command of it stands there', async (name) => {
    const { group } = (await GROUPS[name]?.load()) ?? {}
    for (const command of Object.keys(group?.commands ?? {})) {
      expect(group?.usage).toMatch(new RegExp(`npm run (ops -- ${name}|${name} --) ${command}\\b`))
    }
    const { code, out, err } = await runOps([name, '--help'])
    expect({ code, out, err }).toEqual({ code: 0, out: `${group?.usage}\n`, err: '' })
  })
})

describe('the nearest word', () => {
  it.each([
    ['Lsit', 'list'],
    ['shwo', 'show'],
    ['lis', 'list'],
    ['banish', undefined],
    ['', undefined],
  ])('to %s is %s', (word, known) => {
    expect(nearest(word, ['list', 'show'])).toBe(known)
  })
})
