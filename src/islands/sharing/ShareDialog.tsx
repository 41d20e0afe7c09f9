// The dialog for sharing a result or a page: its picture in two shapes, its link, the share sheet where there is one. Loaded when first
// needed (shell/TopLayer.tsx).
import { useStore } from '@nanostores/react'
import { type ReactElement, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../stores/kernel/toasts.ts'
import { $shared, closeShare, type Shared } from '../../stores/sharing/share-dialog.ts'
import { publishRoll, takeRollBack } from '../../stores/sharing/sharing.ts'
import { lateTexts } from '../late-texts.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { Skeleton } from '../ui/lists/Skeleton.tsx'
import { Dialog } from '../ui/messages/Dialog.tsx'
import { CopyLink } from './CopyLink.tsx'
import './share.css'

const SHAPES = ['wide', 'tall'] as const

type Shape = (typeof SHAPES)[number]

export function ShareDialog(): ReactElement {
  const { t, i18n } = useTranslation('sharing')
  use(lateTexts(i18n, 'sharing'))
  const shared = useStore($shared)
  return (
    <Dialog open={shared !== null} onClose={closeShare} label={t('dialog.title')}>
      {shared === null ? null : 'page' in shared ? (
        <SharedPage {...shared} />
      ) : (
        <Published key={shared.rollId} rollId={shared.rollId} />
      )}
    </Dialog>
  )
}

/** Shows what can be done with a page that is public already. */
function SharedPage({ page, title, text }: Extract<Shared, { page: string }>): ReactElement {
  return (
    <div className="share">
      <h2>{title}</h2>
      <p className="share-words">{text}</p>
      <Ways path={page} />
    </div>
  )
}

/** Publishes the result, and shows what can be done with its page. */
function Published({ rollId }: { rollId: string }): ReactElement {
  const { t } = useTranslation('sharing')
  /** Undefined while it is published, null when that failed. */
  const [path, setPath] = useState<string | null | undefined>()
  const publish = async (): Promise<void> => {
    setPath(undefined)
    setPath(await publishRoll(rollId))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each roll
  useEffect(() => void publish(), [])
  return (
    <div className="share" aria-busy={path === undefined}>
      <h2>{t('dialog.title')}</h2>
      <p className="share-words">{t('dialog.text')}</p>
      {path === undefined && <Skeleton width="100%" height={280} shape="card" />}
      {path === null && (
        <>
          <p role="status">{t('dialog.failed')}</p>
          <Button icon="refresh" onClick={() => void publish()}>
            {t('dialog.again')}
          </Button>
        </>
      )}
      {path != null && (
        <>
          <Ways path={path} />
          <PublishedWays path={path} rollId={rollId} />
        </>
      )}
    </div>
  )
}

function Ways({ path }: { path: string }): ReactElement {
  const { t, i18n } = useTranslation('sharing')
  const [shape, setShape] = useState<Shape>('wide')
  const link = `${location.origin}${path}`
  const picture = `${path}/${i18n.language}-${shape}.jpg`
  return (
    <>
      <Segmented
        label={t('dialog.shape')}
        options={SHAPES.map((value) => ({ value, label: t(`dialog.${value}`) }))}
        value={shape}
        onChange={setShape}
      />
      <Preview key={picture} picture={picture} shape={shape} />
      <CopyLink label={t('dialog.title')} link={link} copy={t('dialog.copy')} copied={t('dialog.copied')} />
      <div className="share-ways">
        <SendButton link={link} picture={picture} />
        <Button icon="keep" href={picture} download={`spacedrop-${shape}.jpg`}>
          {t('dialog.download')}
        </Button>
      </div>
    </>
  )
}

/** Renders what can be done with a result that was published for sharing. */
function PublishedWays({ path, rollId }: { path: string; rollId: string }): ReactElement {
  const { t } = useTranslation('sharing')
  const end = async (): Promise<void> => {
    if (await takeRollBack(rollId)) closeShare()
    else toast('error', t('settings.failed'))
  }
  return (
    <div className="share-ways">
      <Button tone="ghost" icon="external" href={path}>
        {t('dialog.page')}
      </Button>
      <Button tone="ghost" icon="lock" onClick={() => void end()}>
        {t('dialog.end')}
      </Button>
    </div>
  )
}

/** Shows the picture, which the server may still be drawing. */
function Preview({ picture, shape }: { picture: string; shape: Shape }): ReactElement {
  const { t } = useTranslation('sharing')
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const again = (): void => {
    setState('loading')
    setTries(tries + 1)
  }
  return (
    <div className="share-preview" data-shape={shape} data-state={state}>
      {state === 'failed' ? (
        <>
          <p role="status">{t('dialog.pictureFailed')}</p>
          <Button icon="refresh" onClick={again}>
            {t('dialog.again')}
          </Button>
        </>
      ) : (
        <img
          src={tries === 0 ? picture : `${picture}?try=${tries}`}
          alt={t('dialog.preview')}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </div>
  )
}

/** Reads the picture as a file; null when it is not ready: the link is enough. */
async function fileOf(picture: string): Promise<File | null> {
  try {
    const response = await fetch(picture)
    return response.ok ? new File([await response.blob()], 'spacedrop.jpg', { type: 'image/jpeg' }) : null
  } catch {
    return null
  }
}

/**
 * Opens the share sheet of the device. The picture is read before: browsers open the sheet only at once after the press.
 */
function SendButton({ link, picture }: { link: string; picture: string }): ReactElement | null {
  const { t } = useTranslation('sharing')
  const [file, setFile] = useState<File | null>(null)
  const canShare = typeof navigator.share === 'function'
  useEffect(() => {
    if (!canShare) return
    let isCurrent = true
    void fileOf(picture).then((read) => {
      if (isCurrent) setFile(read)
    })
    return () => {
      isCurrent = false
    }
  }, [picture, canShare])
  if (!canShare) return null
  const send = async (): Promise<void> => {
    const withFile = { url: link, ...(file === null ? {} : { files: [file] }) }
    try {
      await navigator.share(navigator.canShare?.(withFile) === true ? withFile : { url: link })
    } catch (fault) {
      // An AbortError means that the player closed the share sheet.
      if (!(fault instanceof DOMException && fault.name === 'AbortError'))
        console.warn('The result was not shared', fault)
    }
  }
  return (
    <Button tone="signal" icon="share" onClick={() => void send()}>
      {t('dialog.send')}
    </Button>
  )
}
