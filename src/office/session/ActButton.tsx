// A button for a verb of the table: where it may not be pressed it says why.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verb } from '../../game/office/verbs.ts'
import { Button, type ButtonProps } from '../parts/Button.tsx'
import { disabledReason } from './disabled-reason.ts'
import { type Prospect, prospectOf, useOwnSession } from './session.ts'

interface ActButtonProps extends ButtonProps {
  verb: Verb
  /** What is known of the subject. */
  prospect?: Prospect
}

export function ActButton({ verb, prospect = {}, disabledReason: other, ...rest }: ActButtonProps): ReactElement {
  const reason = useDisabledReason(verb, prospect)
  return <Button {...rest} disabledReason={reason ?? other} />
}

/** Returns why a verb may not be done; undefined where it may. */
export function useDisabledReason(verb: Verb, prospect: Prospect = {}): string | undefined {
  const { t } = useTranslation('office')
  return disabledReason(verb, prospectOf(verb, useOwnSession(), prospect), t, prospect.state)
}
