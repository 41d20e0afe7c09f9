import { describe, expect, it } from 'vitest'
import { createStatic } from '../../../scripts/export-static/program.ts'
import { runProgram } from '../../support/runner/command.ts'

describe('npm run static', () => {
  it('explains itself', async () => {
    const { code, out, err } = await runProgram(createStatic, ['--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('npm run static -- [options] <address> <folder>')
    expect(out).toContain('npm run static -- http://127.0.0.1:4321 /srv/static')
  })

  it.each([[[]], [['http://127.0.0.1:4321']], [['127.0.0.1:4321', '/srv/static']]])('refuses %j', async (args) => {
    const { code, out, err } = await runProgram(createStatic, args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('Add --help')
  })

  it('says who does not answer', async () => {
    const { code, err } = await runProgram(createStatic, ['http://127.0.0.1:1', '/dev/null/static'])
    expect(code).toBe(1)
    expect(err).toContain('The instance at http://127.0.0.1:1 does not answer')
    expect(err).not.toContain('    at ')
  })
})
