// Asks a signed-in player to agree to terms that have changed. It must be answered, but not over the pages that one reads for it.
import { useStore } from '@nanostores/react'
import { type ReactElement, Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { agreeToTerms } from '../../../stores/account/terms.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { $termsAsked } from '../../../stores/kernel/user.ts'
import { lateTexts } from '../../late-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useLogout } from '../login/use-logout.ts'
import { AnsweredDialog } from './AnsweredDialog.tsx'

/** What is read before one agrees, and who is asked. */
const READ = /\/(?:terms-of-use|privacy|contacts|protection)\/?$/

export function TermsDialog(): ReactElement | null {
  const version = useStore($termsAsked)
  return version === null || READ.test(location.pathname) ? null : (
    <Suspense>
      <Question version={version} />
    </Suspense>
  )
}

function Question({ version }: { version: string }): ReactElement {
  const { t, i18n } = useTranslation('protection')
  use(lateTexts(i18n, 'protection'))
  const [isAgreeing, setAgreeing] = useState(false)
  const { leaving, leave } = useLogout()
  const agree = (): void => {
    setAgreeing(true)
    agreeToTerms(version)
      .catch((fault: unknown) => {
        console.error('Agreeing to the terms failed', fault)
        toast('error', t('failed'))
      })
      .finally(() => setAgreeing(false))
  }
  return (
    <AnsweredDialog icon="info" title={t('terms.title')}>
      <p className="reality-words">{t('terms.text')}</p>
      <p>
        <a href="/terms-of-use" target="_blank" rel="noopener">
          {t('terms.read')}
        </a>
      </p>
      <div className="reality-ways">
        <Button size="l" tone="signal" loading={isAgreeing} onClick={agree}>
          {t('terms.agree')}
        </Button>
        <Button size="l" loading={leaving} onClick={leave}>
          {t('terms.leave')}
        </Button>
      </div>
    </AnsweredDialog>
  )
}
