// The smoke journey on a desktop, in Chromium, Firefox and WebKit.
import { describeSmoke } from './smoke.ts'

describeSmoke('desktop')
