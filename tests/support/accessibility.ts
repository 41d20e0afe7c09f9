// What a page breaks of the rules of accessibility that axe knows, as it stands now.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

/**
 * Asks axe about a page, or about one part of it. No page of ours has frames, so axe need not gather in a page of its own what each of
 * them answers, and of rules that hold it need not list every element: that takes a fourth of the time, and finds the same.
 *
 * @returns the rules that are broken, each with the elements that break it
 */
export async function brokenRules(page: Page, part?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (part !== undefined) axe.include(part)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
