// The code that the page offers runs, and prints the published vector.
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { CHECK_CODE, CHECK_CODE_PYTHON, VECTOR } from '../../../../src/islands/fairness/check/check-code.ts'

const run = promisify(execFile)

const PRINTED = `commit ${createHash('sha256').update('0'.repeat(64)).digest('hex')}\nnonce 1 40246\nnonce 2 50505\n`

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('python3 is not on the path: the code in Python is not run here')
    return false
  }
}

describe('the code to run elsewhere', () => {
  it('prints the published vector in JavaScript', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', CHECK_CODE])
    expect(stdout).toBe(PRINTED)
  })

  it.skipIf(!hasPython())('prints the published vector in Python, where python3 is on the path', async () => {
    const { stdout } = await run('python3', ['-c', CHECK_CODE_PYTHON])
    expect(stdout).toBe(PRINTED)
  })

  it('prints the output that the page states', () => {
    const said = VECTOR.nonces.map((nonce, at) => `nonce ${nonce} ${VECTOR.rolls[at]}\n`).join('')
    expect(PRINTED.endsWith(said)).toBe(true)
  })
})
