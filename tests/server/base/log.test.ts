// Where the log goes: lines for people in a terminal, JSON elsewhere, and in both no secret.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)

const PROGRAM = `
import { openLog } from './src/server/base/log.ts'
const log = await openLog({ logLevel: 'info', secrets: ['hunter2-hunter2'] })
log.info({ reqId: 'r-1', playerId: 7 }, 'a case was opened')
log.warn({ reason: 'a long one', next: 'what to do' }, 'short')
log.error({ err: new Error('no hunter2-hunter2') }, 'failed')
log.debug('too much')
`
const NODE = [process.execPath, '--input-type=module', '--eval', PROGRAM] as const

describe('the log', () => {
  it('is JSON where its output is not a terminal', async () => {
    const [file, ...args] = NODE
    const { stdout } = await run(file, args)
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { level: 30, msg: 'a case was opened', reqId: 'r-1', playerId: 7 },
      { level: 40, msg: 'short', reason: 'a long one', next: 'what to do' },
      { level: 50, msg: 'failed', err: { message: 'no [secret]' } },
    ])
  })

  it('is a line for people in a terminal, with the time and what matters', async () => {
    // Runs its command in a terminal.
    const command = NODE.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
    const { stdout } = await run('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      env: { ...process.env, NO_COLOR: '1' },
    })
    const lines = stdout.replaceAll('\r', '').trimEnd().split('\n')
    expect(lines[0]).toMatch(/^\[?\d\d:\d\d:\d\d\]? INFO: a case was opened \{"playerId":7\}$/)
    expect(lines[1]).toMatch(/^\[?\d\d:\d\d:\d\d\]? WARN: short$/)
    expect(lines[2]).toMatch(/^\[?\d\d:\d\d:\d\d\]? ERROR: failed/)
    expect(stdout).toContain('no [secret]')
    expect(stdout).not.toContain('hunter2')
  })
})
