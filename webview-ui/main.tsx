import '@vscode/codicons/dist/codicon.css';
import './styles/base.css';
import './styles/controls.css';
import { createRoot } from 'react-dom/client';
import { browserSchedule } from './bridge/browserSchedule.ts';
import { ViewConnection } from './bridge/viewConnection.ts';
import { openVsCodePort } from './bridge/vscodePort.ts';
import { ViewRoot } from './ViewRoot.tsx';

const port = openVsCodePort();
const container = document.getElementById('root');
if (!container) throw new Error('The document of the view has no element "root"');
const root = createRoot(container);
let connection: ViewConnection | undefined;
let life = 0;

/** Starts the view, or starts it anew: everything it shows comes from the host again. */
function start(): void {
  connection?.dispose();
  connection = new ViewConnection(port, browserSchedule);
  life += 1;
  root.render(<ViewRoot key={life} connection={connection} onReload={start} />);
  void connection.open();
}

start();
