// Checks docs/runbooks.md: one part for each alert of deploy/alerts.yml, to which the alert's runbook_url points.
import { parse } from 'yaml'
import type { Fault } from './tree.ts'

const ALERTS = 'deploy/alerts.yml'
const PAGE = 'docs/runbooks.md'

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly annotations: { readonly runbook_url?: string } }[]
  }[]
}

/**
 * Returns the faults of alerts and their parts.
 *
 * @param alerts text of deploy/alerts.yml
 * @param page text of docs/runbooks.md
 */
export function runbookFaults(alerts: string, page: string): Fault[] {
  const rules = (parse(alerts) as Alerts).groups.flatMap((group) => group.rules)
  const names = new Set(rules.map(({ alert }) => alert))
  const parts = [...page.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name)
  return [
    ...rules
      .filter(({ alert, annotations }) => annotations.runbook_url !== `${PAGE}#${alert.toLowerCase()}`)
      .map(({ alert }) => ({ file: ALERTS, fault: `${alert} needs runbook_url: ${PAGE}#${alert.toLowerCase()}` })),
    ...[...names]
      .filter((name) => !parts.includes(name))
      .map((name) => ({ file: PAGE, fault: `has no part about the alert ${name}` })),
    ...parts
      .filter((part) => !names.has(part))
      .map((part) => ({ file: PAGE, fault: `has a part about ${part}, which is no alert` })),
  ]
}
