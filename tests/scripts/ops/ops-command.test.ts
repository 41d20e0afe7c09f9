// npm run ops: one command line for all groups, with help at every level and suggestions for typing errors.
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import type { CommandIo } from '../../../scripts/cli/command-io.ts'
import { createContent } from '../../../scripts/content/program.ts'
import { createStatic } from '../../../scripts/export-static/program.ts'
import { createCatalogue, createLedger, createOps } from '../../../scripts/ops/program.ts'
import { createVerify } from '../../../scripts/verify/program.ts'
import { readConfig } from '../../../src/server/config/config.ts'
import { createBench } from '../../load/program.ts'
import { runOps, runProgram, spawnCommand } from '../../support/runner/command.ts'

const SILENT: CommandIo = { writeOut: () => undefined, writeErr: () => undefined, env: {}, exit: () => undefined }

/** Returns the words that name a command, and the command, for all commands below one. */
function commandsBelow(
  command: Command,
  words: readonly string[] = [],
): [words: readonly string[], command: Command][] {
  return command.commands.flatMap((child): [readonly string[], Command][] => {
    const path = [...words, child.name()]
    return [[path, child], ...commandsBelow(child, path)]
  })
}

const OPS = commandsBelow(createOps(SILENT))

describe('npm run ops', () => {
  it.each([['--help'], ['-h'], ['help']])('lists its groups: %s', async (word) => {
    const { code, out, err } = await runOps([word])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Usage: npm run ops -- \[options\] \[command\]\n/)
    const groups = OPS.filter(([words]) => words.length === 1)
    expect(groups.length).toBeGreaterThanOrEqual(13)
    for (const [[name], group] of groups) {
      expect(out.replaceAll(/\n {4,}/g, ' ')).toMatch(new RegExp(`^  ${name}\\b.*  ${group.description()}$`, 'm'))
    }
  })

  it('prints a key of push messages that the settings take, another one each time', async () => {
    const [first, second] = [await runOps(['push', 'key']), await runOps(['push', 'key'])]
    expect(first).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^PUSH_PRIVATE_KEY=[\w-]{43}\n$/) })
    expect(second.out).not.toBe(first.out)
    const [name = '', key] = first.out.trim().split('=')
    expect(readConfig({ [name]: key }).push).toMatchObject({ privateKey: key })
  })

  it.each([
    [[], /^Usage: npm run ops -- \[options\] \[command\]\n/],
    [['promos'], /^error: unknown command 'promos'\n\(Did you mean promo\?\)\nAdd --help /],
    [['zebra'], /^error: unknown command 'zebra'\nAdd --help /],
    [['constructor'], /^error: unknown command 'constructor'\nAdd --help /],
    [['orders', 'lsit'], /^error: unknown command 'lsit'\n\(Did you mean list\?\)\nAdd --help /],
    [['ledger'], /^Usage: npm run ops -- ledger \[options\] \[command\]\n/],
  ])('reports the error of %j', async (args, sentence) => {
    const { code, out, err } = await runOps(args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })

  it.each([
    ['orders refund', /^Examples:\n( {2}npm run ops -- orders refund [-0-9a-f]{36}.*\n){3}/m],
    ['withdrawals refuse', /^ {2}npm run ops -- withdrawals refuse [-0-9a-f]{36} --reason several-accounts/m],
    ['withdrawals approve', /^ {2}npm run ops -- withdrawals approve [-0-9a-f]{36}$/m],
    ['players related', /^ {2}npm run ops -- players related 1000$/m],
    ['promo end', /^ {2}npm run ops -- promo end summer$/m],
    ['promo create', /at\s+most\s+gifts\.depositBonus\.percent\s+of\s+rewards\.json,\s+which\s+is\s+10\s+or\s+less/],
    ['report days', /"lent" is .*"granted" is play money.*"paid back" is/s],
    ['report days', /the money of the sandbox's bots is in all other columns/],
  ])('explains %s with what an operator needs', async (words, text) => {
    expect((await runOps([...words.split(' '), '--help'])).out).toMatch(text)
  })

  it.each(OPS)('explains %j', async (words) => {
    const { code, out, err } = await runOps([...words, '--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.startsWith(`Usage: npm run ops -- ${words.join(' ')} `)).toBe(true)
  })
})

const PROGRAMS = [createOps, createCatalogue, createLedger, createVerify, createContent, createStatic, createBench]

describe.each(PROGRAMS.map((create) => [create.name, create] as const))('the program of %s', (_, create) => {
  it('describes every command, argument and option', () => {
    const program = create(SILENT)
    const commands = [program, ...commandsBelow(program).map(([, command]) => command)]
    for (const command of commands) {
      expect(command.description(), command.name()).toMatch(/^[A-Z].*\.$/)
      for (const { description } of [...command.options, ...command.registeredArguments]) {
        expect(description, command.name()).toMatch(/^\S.{3}/)
      }
    }
  })
})

describe('npm run ledger', () => {
  it('prints its help without a command', async () => {
    const { code, out, err } = await runProgram(createLedger, [])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^Usage: npm run ledger -- \[options\] \[command\]\n/)
    expect(err).toMatch(/^ {2}check +Recompute the ledger/m)
  })
})

describe('npm run bench', () => {
  it.each([
    [['zebra'], /^error: unknown command 'zebra'\n/],
    [
      ['faults', '--on', 'mysql'],
      /^error: option '--on <database>' argument 'mysql' is invalid\. Allowed choices are pglite, postgres\.\n/,
    ],
    [
      ['motion', '--slowed', '0.5'],
      /^error: option '--slowed <number>' argument '0\.5' is invalid\. Expected a number from 1 on\.\n/,
    ],
    [[], /^Usage: npm run bench -- \[options\] \[command\]\n/],
  ])('reports the error of %j', async (args, sentence) => {
    const { code, out, err } = await runProgram(createBench, args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })
})

// The only tests that start a process for a command; `npm run verify` has its own in verify-command.test.ts.
describe('an executable', () => {
  it.each([
    ['scripts/ops.ts', createOps, ['orders', '--help'], 0],
    ['scripts/catalogue.ts', createCatalogue, ['check', '/nowhere'], 1],
    ['scripts/ledger.ts', createLedger, ['chekc'], 2],
    ['scripts/content.ts', createContent, ['check'], 0],
    ['scripts/export-static.ts', createStatic, ['--help'], 0],
    ['tests/load/bench.ts', createBench, ['zebra'], 2],
  ] as const)('%s prints and exits like its program', async (entry, create, args, code) => {
    const result = await spawnCommand(entry, args)
    expect(result).toEqual(await runProgram(create, args))
    expect(result.code).toBe(code)
  })

  it('of a command without arguments prints its help and does nothing', async () => {
    expect(await spawnCommand('scripts/art.ts', ['--help'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: npm run art \[options\]\n/),
      err: '',
    })
  })
})
