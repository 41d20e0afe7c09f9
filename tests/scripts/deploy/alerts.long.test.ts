// The alerts of deploy/: promtool sees each quiet and firing.
import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = new URL('../../..', import.meta.url).pathname
const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0
const run = promisify(execFile)

const TESTS = ['deploy/alerts.test.yml', 'deploy/alerts-days.test.yml']

const read = (path: string): Promise<string> => readFile(`${root}/${path}`, 'utf8')

async function namesOfAlerts(): Promise<string[]> {
  const alerts = await read('deploy/alerts.yml')
  return [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')
}

describe('the alerts', () => {
  it('are tested each, quiet and firing', async () => {
    const tests = (await Promise.all(TESTS.map(read))).join('\n')
    const names = await namesOfAlerts()
    expect(names.length).toBeGreaterThan(30)
    const untested = names.filter(
      (name) =>
        !new RegExp(`alertname: ${name}, eval_time: \\S+, exp_alerts: \\[\\]`).test(tests) ||
        !new RegExp(`alertname: ${name}\\n +eval_time: \\S+\\n +exp_alerts:\\n +- exp_labels`).test(tests),
    )
    expect(untested).toEqual([])
  })

  it.runIf(HAS_PROMTOOL)('are right by promtool, and do what their tests say', { timeout: 240_000 }, async () => {
    await run('promtool', ['check', 'rules', 'deploy/alerts.yml'], { cwd: root })
    await run('promtool', ['check', 'config', 'deploy/prometheus.yml'], { cwd: root })
    const { stdout } = await run('promtool', ['test', 'rules', ...TESTS], { cwd: root })
    expect(stdout.match(/SUCCESS/g)).toHaveLength(TESTS.length)
  })
})
