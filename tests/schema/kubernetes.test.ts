import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service, ServiceAccount } from 'kubernetes-models/v1';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../server/config.ts';
import { environment } from '../../server/environment.ts';
import { SECRETS } from '../../server/secretFiles.ts';
import { registry } from '../../server/services/platform/meters.ts';
import '../../server/services/reports/figures.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'deploy/kubernetes');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Container {
  name: string;
  image: string;
  args?: string[];
  env?: { name: string; value?: string }[];
  securityContext: object;
  resources: { requests: object; limits: object };
  livenessProbe?: { httpGet: { path: string } };
  readinessProbe?: { httpGet: { path: string } };
}
interface Template {
  metadata: { labels: Record<string, string> };
  spec: {
    containers: Container[];
    initContainers?: Container[];
    automountServiceAccountToken: boolean;
    securityContext: object;
  };
}
interface Manifest {
  kind: string;
  apiVersion: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  data?: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: as different as the kinds.
  spec?: any;
}

const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as Manifest);
/** All that the files say, without what the kustomization adds. */
const written = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .flatMap((name) => manifestsIn(readFileSync(join(FOLDER, name), 'utf8')));
const find = (kind: string, name: string) =>
  written.find((one) => one.kind === kind && one.metadata.name === name) as Manifest;

const classes = {
  ...{ Deployment, StatefulSet, Job, HorizontalPodAutoscaler, NetworkPolicy },
  ...{ PodDisruptionBudget, ConfigMap, Namespace, Service, ServiceAccount },
};
const modules: Record<string, string> = {
  ...{ v1: 'v1', 'apps/v1': 'apps/v1', 'autoscaling/v2': 'autoscaling/v2', 'batch/v1': 'batch/v1' },
  ...{ 'networking.k8s.io/v1': 'networking.k8s.io/v1', 'policy/v1': 'policy/v1' },
};

/**
 * What Kubernetes' published schemas refuse in manifests: missing, wrong and unknown fields. The models' own check lets
 * unknown ones pass; the types that are generated from the same schemas do not.
 */
function refusals(manifests: readonly Manifest[]): string[] {
  const found: string[] = [];
  for (const manifest of manifests) {
    const Model = classes[manifest.kind as keyof typeof classes];
    try {
      new Model(manifest as never).validate();
    } catch (error) {
      found.push(`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`);
    }
  }
  const file = join(ROOT, 'manifests.virtual.ts');
  const text = manifests
    .map(({ kind, apiVersion, ...rest }, at) => {
      const from = `kubernetes-models/${modules[apiVersion] ?? apiVersion}`;
      const value = JSON.stringify({ apiVersion, kind, ...rest });
      return `import type { I${kind} as T${at} } from '${from}';\nexport const v${at}: T${at} = ${value};`;
    })
    .join('\n');
  const options = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ESNext },
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.readFile = (path) => (path === file ? text : readFile(path));
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(path, text, ts.ScriptTarget.ESNext) : getSourceFile(path, ...rest);
  const program = ts.createProgram([file], options, host);
  for (const { messageText } of ts.getPreEmitDiagnostics(program))
    found.push(ts.flattenDiagnosticMessageText(messageText, ' '));
  return found;
}

const templates = written
  .filter(({ spec }) => spec?.template)
  .map(({ metadata, spec }): [string, Template] => [metadata.name, spec.template]);
const containersOf = ({ spec }: Template) => [...(spec.initContainers ?? []), ...spec.containers];

test('each manifest keeps to the schema of its kind; a wrong, a missing and an unknown field do not', () => {
  expect(written.length).toBeGreaterThan(15);
  expect(refusals(written)).toEqual([]);
  const api = find('Deployment', 'api');
  const without = (change: object) => ({ ...api, spec: { ...api.spec, ...change } });
  const refused = refusals([
    ...[without({ replicas: 'two' }), without({ selector: undefined }), without({ replica: 2 })],
  ]).join('\n');
  expect(refused).toContain('spec/replicas must be integer');
  expect(refused).toContain('must have required property selector');
  expect(refused).toContain('"replica"\' does not exist');
});

const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const noKubectl = kubectl ? '' : ' (skipped: kubectl is missing here)';

test.skipIf(noKubectl)(`kustomize builds both folders${noKubectl}`, () => {
  const built = (path: string) =>
    manifestsIn(execFileSync('kubectl', ['kustomize', path], { cwd: ROOT, encoding: 'utf8' }));
  const all = built('deploy/kubernetes');
  expect(all.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual(
    written.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort(),
  );
  const images = all.flatMap(({ spec }) =>
    spec?.template ? containersOf(spec.template).map(({ image }) => image) : [],
  );
  expect(images).not.toContain('bulk-sms-console');
  // Policies select pods by it.
  for (const { spec } of all)
    if (spec?.template)
      expect(spec.template.metadata.labels['app.kubernetes.io/part-of']).toBe('bulk-sms-console');
  expect(built('deploy/kubernetes/database')).toContainEqual(
    expect.objectContaining({ apiVersion: 'postgresql.cnpg.io/v1', kind: 'Cluster' }),
  );
});

describe.each(templates)('a pod of %s', (_, template) => {
  test('has no rights, and writes only where it must', () => {
    expect(template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const { name, securityContext, resources } of containersOf(template)) {
      expect(securityContext, name).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        capabilities: { drop: ['ALL'] },
      });
      expect(resources, name).toMatchObject({ requests: { memory: /Mi$/ }, limits: { memory: /[MG]i$/ } });
    }
  });

  test('has its secrets in files', () => {
    for (const { image, env = [] } of containersOf(template)) {
      const isOurs = image === 'bulk-sms-console';
      if (isOurs)
        for (const { name, value } of env)
          expect([name, value]).toEqual([`${name}`, `/secrets/${name.replace(/_FILE$/, '')}`]);
      else expect(env.filter(({ name, value }) => value && /PASSWORD/.test(name))).toEqual([]);
    }
  });
});

test.each(['api', 'worker'])('%s is asked whether it lives and whether it is ready', (name) => {
  const [container] = (Object.fromEntries(templates)[name] as Template).spec.containers;
  expect(container?.args).toEqual(['--role', name]);
  expect(container?.livenessProbe?.httpGet.path).toBe('/healthz');
  expect(container?.readinessProbe?.httpGet.path).toBe('/readyz');
});

test('the settings are variables of the server, with secrets by file, and it takes them', () => {
  const data = find('ConfigMap', 'bulk-sms-settings').data as Record<string, string>;
  const files = Object.keys(data).filter((name) => name.endsWith('_FILE'));
  expect(files.map((name) => data[name])).toEqual(
    files.map((name) => `/secrets/${name.replace(/_FILE$/, '')}`),
  );
  expect(SECRETS).toEqual(expect.arrayContaining(files.map((name) => name.replace(/_FILE$/, ''))));
  const plain = Object.fromEntries(Object.entries(data).filter(([name]) => !name.endsWith('_FILE')));
  expect(Object.keys(environment.shape)).toEqual(expect.arrayContaining(Object.keys(plain)));
  expect(Object.keys(plain).filter((name) => (SECRETS as readonly string[]).includes(name))).toEqual([]);
  expect(readConfig({ ...plain, DATABASE_URL: 'postgresql://a/b' })).toMatchObject({ TRUST_PROXY: 1 });
});

test('workers are added by the age of the queue, which the server tells', () => {
  const [{ external }] = find('HorizontalPodAutoscaler', 'worker').spec.metrics;
  expect(external.metric.name).toBe('bulk_sms_oldest_queued_seconds');
  expect(registry.getSingleMetric(external.metric.name)).toBeDefined();
});

test('PostgreSQL’s programs are of the image of compose.yaml', () => {
  const image = /POSTGRES_IMAGE:-(\S+)\}/.exec(read('deploy/compose.yaml'))?.[1];
  const migrate = Object.fromEntries(templates).migrate as Template;
  const [roles, tables, rights] = containersOf(migrate);
  expect([roles?.image, rights?.image]).toEqual([image, image]);
  expect(tables?.image).toBe('bulk-sms-console');
});

test('the kustomization lists every file', () => {
  const { resources } = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8'));
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
  expect(resources.toSorted()).toEqual(files.sort());
});
