import * as z from 'zod';
import type { Resource, Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import type { StreamPath } from '../network/stream-path.ts';

const Container = z.object({
  Name: z.string(),
  Image: z.string(),
  Command: z.array(z.string()).min(1, 'the command must stand in the task definition: there is no image here'),
  WorkingDirectory: z.string(),
  Environment: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
});

const Groups = z.array(z.string()).default([]);

const shapes = {
  balancer: { SecurityGroups: Groups },
  listener: {
    LoadBalancerArn: z.string(),
    Port: z.number(),
    DefaultActions: z.array(z.object({ TargetGroupArn: z.string().optional() })),
  },
  targetGroup: { HealthCheckPath: z.string().default('/') },
  service: {
    DesiredCount: z.number().default(1),
    TaskDefinition: z.string(),
    LoadBalancers: z
      .array(z.object({ ContainerName: z.string(), ContainerPort: z.number(), TargetGroupArn: z.string() }))
      .default([]),
    NetworkConfiguration: z.object({ AwsvpcConfiguration: z.object({ SecurityGroups: Groups }) }),
  },
  task: { ContainerDefinitions: z.array(Container), TaskRoleArn: z.string() },
};

/** A container behind a load balancer, as the templates declare it. */
export interface ContainerDefinition {
  readonly name: string;
  /** How many tasks run at the same time. */
  readonly tasks: number;
  /** Name of the task role; also the access key id that its AWS calls are made with. */
  readonly identity: string;
  readonly command: readonly string[];
  /** Absolute path of the image's build context, which is a ready bundle. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthPath: string;
  /** Host name of the load balancer in front. */
  readonly balancerDomain: string;
  /** What security groups must admit for a reader to reach the container. */
  readonly path: StreamPath;
}

/** The containers of the services that stand behind load balancers. */
export function containersOf(resources: Resources): ContainerDefinition[] {
  const balancers = resources.ofType('AWS::ElasticLoadBalancingV2::LoadBalancer', shapes.balancer);
  const listeners = resources.ofType('AWS::ElasticLoadBalancingV2::Listener', shapes.listener);
  const groups = resources.ofType('AWS::ElasticLoadBalancingV2::TargetGroup', shapes.targetGroup);
  const tasks = resources.ofType('AWS::ECS::TaskDefinition', shapes.task);
  return resources.ofType('AWS::ECS::Service', shapes.service).flatMap(({ where, properties: service }) => {
    if (service.DesiredCount === 0) return [];
    return service.LoadBalancers.map(({ ContainerName, ContainerPort, TargetGroupArn }) => {
      const listener = listeners.find(({ properties }) =>
        properties.DefaultActions.some((action) => action.TargetGroupArn === TargetGroupArn),
      );
      const { LoadBalancerArn: arn, Port } = required({
        where,
        what: 'a listener for its target group',
        value: listener,
      }).properties;
      const balancer = required({
        where,
        what: 'a load balancer',
        value: balancers.find(({ attribute }) => attribute('') === arn || attribute('LoadBalancerArn') === arn),
      });
      const group = groups.find(({ attribute }) =>
        [attribute(''), attribute('TargetGroupArn')].includes(TargetGroupArn),
      );
      const task = tasks.find(({ attribute }) => attribute('') === service.TaskDefinition);
      const found = required({ where, what: 'a task definition', value: task });
      return {
        ...containerOf(resources, found, ContainerName),
        tasks: service.DesiredCount,
        healthPath: required({ where, what: 'a target group', value: group }).properties.HealthCheckPath,
        balancerDomain: balancer.attribute('DNSName'),
        path: {
          balancerGroups: balancer.properties.SecurityGroups,
          balancerPort: Port,
          taskGroups: service.NetworkConfiguration.AwsvpcConfiguration.SecurityGroups,
          taskPort: ContainerPort,
        },
      };
    });
  });
}

type Task = Resource<z.infer<z.ZodObject<typeof shapes.task>>>;

function containerOf(
  resources: Resources,
  { where, properties: { ContainerDefinitions, TaskRoleArn } }: Task,
  name: string,
): Omit<ContainerDefinition, 'tasks' | 'healthPath' | 'balancerDomain' | 'path'> {
  const declared = ContainerDefinitions.find(({ Name }) => Name === name);
  const container = required({ where, what: `a container named ${name}`, value: declared });
  return {
    name,
    identity: TaskRoleArn.slice(TaskRoleArn.lastIndexOf('/') + 1),
    command: container.Command,
    directory: resources.assetPath(where, container.Image.slice(container.Image.lastIndexOf(':') + 1)),
    environment: Object.fromEntries(container.Environment.map(({ Name, Value }) => [Name, Value])),
  };
}

function required<T>({ where, what, value }: { where: string; what: string; value: T | undefined }): T {
  if (value === undefined) throw new UnsupportedTemplate(where, `there is no ${what}`);
  return value;
}
