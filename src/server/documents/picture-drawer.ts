// Runs the process that draws pictures.
import { fileURLToPath } from 'node:url'
import { createHelper } from '../base/helper-process.ts'
import type { DrawnPicture, PictureOrder } from './picture-process.ts'

const PROGRAM = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

/** Where a build has the outlines of letters, below its folder. */
export const TYPEFACES_FILE = 'server/typefaces.json'

/** The heap of the process; what libvips takes is beside it, and gone with the process. */
const MEGABYTES = 96

export interface DrawerOptions {
  /** The file with the outlines of the letters, which the build writes (scripts/typefaces.ts). */
  readonly typefaces: string
  /** The process is killed when a picture takes longer: half a second on a quiet machine, with the start of the process. */
  readonly deadlineMs?: number
  /** The process ends when no picture was asked for that long. */
  readonly idleMs?: number
}

export interface Drawer {
  /**
   * Draws one picture: results and battles as a JPEG, links and icons as a PNG. The caller asks for the next one when this one is drawn.
   *
   * @throws Error when it cannot be drawn, or not in time
   */
  draw(order: PictureOrder): Promise<Buffer>
  /** Ends the process. */
  close(): Promise<void>
}

/** Creates a drawer. */
export function createDrawer({ typefaces, deadlineMs = 30_000, idleMs = 60_000 }: DrawerOptions): Drawer {
  const helper = createHelper<PictureOrder, DrawnPicture>({
    program: PROGRAM,
    args: [typefaces],
    work: 'draws pictures',
    megabytes: MEGABYTES,
    deadlineMs,
    idleMs,
  })
  return {
    draw: async (order) => {
      const drawn = await helper.ask(order)
      if ('fault' in drawn) throw new Error(`A picture could not be drawn: ${drawn.fault}`)
      return Buffer.from(drawn.picture)
    },
    close: helper.close,
  }
}
