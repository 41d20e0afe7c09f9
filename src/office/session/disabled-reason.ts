// Why a button may not be pressed, in words.
import type { TFunction } from 'i18next'
import type { Judgement } from '../../game/office/judge.ts'
import { ruleOf, type Verb } from '../../game/office/verbs.ts'

/**
 * Returns why a verb may not be done; undefined where it may. A missing reason and a missing assertion disable nothing: the press asks for
 * them.
 *
 * @param state of the subject; undefined where it has none
 */
export function disabledReason(
  verb: Verb,
  judgement: Judgement,
  t: TFunction<'office'>,
  state?: string,
): string | undefined {
  if (judgement.may) return undefined
  const { roles, subject } = ruleOf(verb)
  switch (judgement.why) {
    case 'role':
      return t('disabled.role', { roles: roles.map((role) => t(`roles.${role}`)).join(', ') })
    case 'state':
      if (subject === 'staff' || subject === 'proposal')
        return state === undefined
          ? t('disabled.state')
          : t('disabled.in-state', { state: t(`states.${state as 'open'}`) })
      return t('disabled.state')
    case 'second':
      if (subject === 'letter') return t('disabled.decided')
      return verb === 'proposals.withdraw' ? t('disabled.proposer') : t('disabled.second')
    case 'limit':
      return t('disabled.limit')
    case 'fresh':
    case 'reason':
      return undefined
  }
}
